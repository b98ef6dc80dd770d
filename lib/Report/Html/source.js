// Sources as text that is safe to look at, and coloured by kind of token.

/** Characters that would not be seen, or that change the direction of others, as what they are. */
function visibleText(text) {
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu,
                      (character) => `<U+${character.codePointAt(0).toString(16).toUpperCase().padStart(4, '0')}>`);
}

/** Lines of a source without their ends. */
const linesOf = (text) => text.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n');

const longestLine = 2000;

const keywords = new Set(('alignas auto bool break case char class const constexpr continue default delete do double ' +
  'else enum explicit extern false float for friend goto if inline int long namespace new nullptr operator private ' +
  'protected public register return short signed sizeof static static_cast reinterpret_cast struct switch template ' +
  'this true typedef typename union unsigned using virtual void volatile while __global__ __device__ __host__ ' +
  '__shared__ __constant__ __restrict__ __forceinline__ __launch_bounds__ half float2 float4 int2 int4 dim3 ' +
  'size_t uint32_t int32_t uint64_t int64_t').split(' '));

const tokenPattern = /(\/\/.*)|(\/\*.*?(?:\*\/|$))|("(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?)|(\b\d[\w.']*)|([A-Za-z_]\w*)|([^\w"'/]+|\/)/gs;

/** The parts of a line as [kind, text]; `state.inComment` goes from one line to the next. */
function tokensOf(line, state) {
  const tokens = [];
  let rest = line;
  if (state.inComment) {
    const end = rest.indexOf('*/');
    if (end < 0) return [['comment', rest]];
    tokens.push(['comment', rest.slice(0, end + 2)]);
    rest = rest.slice(end + 2);
    state.inComment = false;
  }
  if (/^\s*#/.test(rest)) return [...tokens, ['directive', rest]];
  for (const match of rest.matchAll(tokenPattern)) {
    const [text, comment, block, string, number, word] = match;
    if (block && !block.endsWith('*/')) state.inComment = true;
    const kind = comment || block ? 'comment' : string ? 'string' : number ? 'number'
               : word && keywords.has(word) ? 'keyword' : '';
    tokens.push([kind, text]);
  }
  return tokens;
}
