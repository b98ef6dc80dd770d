"""Random CUDA kernels of defined behaviour, with a main that launches them.

Each value is generated with the interval that it lies in for all launches, so that signed
arithmetic does not overflow, shifts and divisors are valid and indices are within their arrays.
Each access is on a line of its own. Addresses depend on indices, loops and arguments only: data
are loaded and stored, and decide nothing.
"""

import collections
import random

# Name, bits, whether it is signed, and its rank in the usual arithmetic conversions.
Type = collections.namedtuple("Type", "name bits signed rank")
SCHAR = Type("signed char", 8, True, 0)
UCHAR = Type("unsigned char", 8, False, 0)
SHORT = Type("short", 16, True, 1)
USHORT = Type("unsigned short", 16, False, 1)
INT = Type("int", 32, True, 2)
UNSIGNED = Type("unsigned", 32, False, 2)
LONG = Type("long long", 64, True, 3)
SIZE = Type("size_t", 64, False, 3)
BOOL = Type("bool", 1, False, -1)
TYPES = [SCHAR, UCHAR, SHORT, USHORT, INT, INT, INT, UNSIGNED, UNSIGNED, LONG, SIZE]

Value = collections.namedtuple("Value", "text type low high")
# Of shared arrays the extents; of pointers the elements that are valid.
Array = collections.namedtuple("Array", "name element bytes extents low high can_write is_integer")
Launch = collections.namedtuple("Launch", "grid block arguments")

# Elements of the arrays that are passed, on either side of the pointer.
REACH = 1 << 14


def least(kind):
    return -(1 << (kind.bits - 1)) if kind.signed else 0


def most(kind):
    return (1 << (kind.bits - int(kind.signed))) - 1


def fits(low, high, kind):
    return least(kind) <= low and high <= most(kind)


def promoted(kind):
    return INT if kind.rank < 2 else kind


def common(one, other):
    one, other = promoted(one), promoted(other)
    if one.rank != other.rank:
        return max(one, other, key=lambda kind: kind.rank)
    return one if not one.signed else other


def converted(low, high, kind):
    """The interval after conversion, which is modular."""
    if fits(low, high, kind):
        return low, high
    if kind is BOOL:
        return 0, 1
    size = 1 << kind.bits
    if high - low < size:
        shift = (low - least(kind)) // size * size
        if fits(low - shift, high - shift, kind):
            return low - shift, high - shift
    return least(kind), most(kind)


class Function:
    def __init__(self, name, result, parameters, lines):
        self.name, self.result, self.parameters, self.lines = name, result, parameters, lines


class Maker:
    """One kernel."""

    def __init__(self, number, seed):
        self.random = random.Random(f"{seed}:{number}")
        self.name = f"k{number}"
        self.number = number
        self.lines, self.globals = [], []
        self.names = 0
        self.scope = []  # values that can be read
        self.mutable = []  # values that can be assigned; their intervals hold
        self.arrays = []
        self.tables = []
        self.functions = []
        self.depth = 0
        self.in_loop = 0
        self.weight = 1  # product of the trip counts around
        self.returned = False
        self.divergent = 0

    # Choices.
    def chance(self, share):
        return self.random.random() < share

    def pick(self, options):
        return self.random.choice(options)

    def number_in(self, low, high):
        return self.random.randint(low, high)

    def new(self, prefix="v"):
        self.names += 1
        return f"{prefix}{self.names}"

    def line(self, text):
        self.lines.append("  " * (self.depth + 1) + text)

    # Expressions.
    def literal(self):
        number = self.pick([0, 1, 1, 2, 2, 3, 4, 5, 7, 8, 12, 15, 16, 17, 31, 32, 32, 33, 48, 63,
                            64, 100, 127, 128, 255, 256, 1000, 1023])  # fmt: skip
        if self.chance(0.12):
            return Value(f"(-{number})", INT, -number, -number)
        if self.chance(0.2):
            return Value(f"{number}u", UNSIGNED, number, number)
        return Value(str(number), INT, number, number)

    def leaf(self):
        if self.chance(0.22):
            return self.literal()
        if self.scope and self.chance(0.55):
            return self.pick(self.scope[-6:] if self.chance(0.5) else self.scope)
        return self.pick(self.builtins)

    @staticmethod
    def held(value, kind):
        """What 32 bits cannot hold is assumed not to be put into them."""
        fits_word = -(1 << 31) <= value.low <= value.high < 1 << 32
        if value.type.bits != 64 or kind.bits != 32 or fits_word:
            return value
        return Value(f"({value.text} & 1023)", value.type, 0, 1023)

    def cast(self, value, kind):
        value = self.held(value, kind)
        low, high = converted(value.low, value.high, kind)
        style = self.pick(["({0})({1})", "static_cast<{0}>({1})"])
        return Value(style.format(kind.name, value.text), kind, low, high)

    def operand(self, value, kind):
        """The interval of value as an operand of that type."""
        return converted(value.low, value.high, kind)

    def binary(self, depth):
        left, right = self.expression(depth - 1), self.expression(depth - 1)
        operator = self.pick("+ + + - - * * / % & | ^ << >> < <= == != && ||".split())
        if operator in ("<<", ">>"):
            return self.shift(left, right, operator)
        if operator in ("&&", "||"):
            return Value(f"({left.text} {operator} {right.text})", BOOL, 0, 1)
        kind = common(left.type, right.type)
        if operator in ("<", "<=", "==", "!="):
            return Value(f"({left.text} {operator} {right.text})", BOOL, 0, 1)
        (a, b), (c, d) = self.operand(left, kind), self.operand(right, kind)
        text = f"({left.text} {operator} {right.text})"
        if operator in "/%" and kind is SIZE and self.operand(right, LONG)[0] < 0:
            return left  # An argument that divides is assumed not to be negative.
        if operator in "/%" and c <= 0 <= d:
            # A divisor that is not zero.
            right = self.literal_above_zero()
            kind = common(left.type, right.type)
            (a, b), (c, d) = self.operand(left, kind), self.operand(right, kind)
            text = f"({left.text} {operator} {right.text})"
        if operator in "+-*":
            corners = {
                "+": [a + c, b + d],
                "-": [a - d, b - c],
                "*": [a * c, a * d, b * c, b * d],
            }[operator]
            low, high = min(corners), max(corners)
            if not fits(low, high, kind):
                # Numbers of 64 bits stay below 2^62: those past 2^63 are documented not to be
                # followed. Sums and products of 32 bits are assumed not to overflow.
                if kind.signed or kind.bits == 64 or operator != "-":
                    return left
                low, high = converted(low, high, kind)
            if kind.bits == 64 and (low < -(1 << 40) or high > 1 << 40):
                return left
            return Value(text, kind, low, high)
        if operator == "/":
            if c < 0 and a == least(kind):
                return left
            corners = [int(x / y) if abs(x) < 1 << 50 else x // y for x in (a, b) for y in (c, d)]
            corners += [0] if a <= 0 <= b else []
            corners += [a, -a, b, -b] if c < 0 else []
            return Value(text, kind, *self.clip(min(corners) - 1, max(corners) + 1, kind))
        if operator == "%":
            size = max(abs(c), abs(d)) - 1
            if c < 0 and a == least(kind):
                return left
            return Value(text, kind, max(-size, a) if a < 0 else 0, min(size, b) if b > 0 else 0)
        return Value(text, kind, *self.bits(operator, a, b, c, d, kind))

    @staticmethod
    def clip(low, high, kind):
        return max(low, least(kind)), min(high, most(kind))

    @staticmethod
    def bits(operator, a, b, c, d, kind):
        if operator == "&" and (a >= 0 or c >= 0):
            return 0, min([high for low, high in ((a, b), (c, d)) if low >= 0])
        width = max(x.bit_length() if x >= 0 else (~x).bit_length() for x in (a, b, c, d))
        low = 0 if a >= 0 and c >= 0 else -(1 << width)
        return Maker.clip(low, (1 << width) - 1, kind)

    def literal_above_zero(self):
        number = self.pick([1, 2, 3, 4, 5, 7, 8, 10, 16, 31, 32, 33, 64, 100])
        if self.chance(0.3):
            return Value(f"{number}u", UNSIGNED, number, number)
        return Value(str(number), INT, number, number)

    def shift(self, left, right, operator):
        kind = promoted(left.type)
        a, b = self.operand(left, kind)
        if not 0 <= right.low <= right.high < kind.bits or right.high > 12:
            if self.chance(0.5) and right.low >= 0:
                right = Value(f"({right.text} & 3)", promoted(right.type), 0, min(3, right.high))
            else:
                amount = self.number_in(0, 6)
                right = Value(str(amount), INT, amount, amount)
        text = f"({left.text} {operator} {right.text})"
        if operator == ">>":
            corners = [x >> y for x in (a, b) for y in (right.low, right.high)]
            return Value(text, kind, min(corners), max(corners))
        high = b << right.high
        if a < 0 or high > min(most(kind), 1 << 40):
            return left
        return Value(text, kind, a << right.low, high)

    def unary(self, depth):
        inner = self.expression(depth - 1)
        operator = self.pick(["-", "~", "!", "cast", "cast", "cast"])
        if operator == "cast":
            return self.cast(inner, self.pick(TYPES))
        if operator == "!":
            return Value(f"(!{inner.text})", BOOL, 0, 1)
        kind = promoted(inner.type)
        a, b = self.operand(inner, kind)
        low, high = (-b, -a) if operator == "-" else (~b, ~a)
        if not fits(low, high, kind):
            if kind.signed or kind.bits == 64:
                return inner
            low, high = converted(low, high, kind)
        return Value(f"({operator}{inner.text})", kind, low, high)

    def conditional(self, depth):
        condition = self.expression(depth - 1)
        left, right = self.expression(depth - 1), self.expression(depth - 1)
        kind = common(left.type, right.type)
        (a, b), (c, d) = self.operand(left, kind), self.operand(right, kind)
        return Value(f"({condition.text} ? {left.text} : {right.text})", kind, min(a, c), max(b, d))

    def built_in(self, depth):
        inner = self.expression(depth - 1)
        name = self.pick(["min", "max", "min", "max", "__popc", "__ffs", "__clz", "__umulhi",
                          "__mul24", "__brev", "abs"])  # fmt: skip
        if name in ("min", "max"):
            other = self.expression(depth - 1)
            kind = self.pick([INT, UNSIGNED, SIZE])
            inner, other = self.cast(inner, kind), self.cast(other, kind)
            choose = min if name == "min" else max
            return Value(f"{name}({inner.text}, {other.text})", kind,
                         choose(inner.low, other.low), choose(inner.high, other.high))  # fmt: skip
        kind = UNSIGNED if name in ("__popc", "__umulhi", "__brev") else INT
        inner = self.cast(inner, kind)
        if name == "__umulhi":
            factor = self.pick([0x10000000, 0x80000000, 0x55555556, 0x08000000])
            return Value(f"__umulhi({inner.text}, {factor}u)", UNSIGNED,
                         inner.low * factor >> 32, inner.high * factor >> 32)  # fmt: skip
        if name == "__mul24":
            if inner.low < -1000 or inner.high > 1000:
                return inner
            number = self.number_in(1, 40)
            return Value(f"__mul24({inner.text}, {number})", INT, inner.low * number,
                         inner.high * number)  # fmt: skip
        if name == "__brev":
            return Value(f"(__brev({inner.text}) >> {self.number_in(22, 30)})", UNSIGNED, 0, 1023)
        if name == "abs":
            if inner.low == least(INT):
                return inner
            return Value(f"({inner.text} < 0 ? -({inner.text}) : ({inner.text}))", INT,
                         0, max(abs(inner.low), abs(inner.high)))  # fmt: skip
        return Value(f"{name}({inner.text})", INT, 0, 32)

    def looked_up(self, depth):
        name, kind, values = self.pick(self.tables)
        index = self.reduced(self.expression(depth - 1), len(values))
        return Value(f"{name}[{index.text}]", kind, min(values), max(values))

    def called(self, depth):
        function = self.pick(self.functions)
        arguments = []
        for kind, low, high in function.parameters:
            arguments.append(self.within(self.expression(depth - 1), low, high).text)
        return Value(f"{function.name}({', '.join(arguments)})", function.result.type,
                     function.result.low, function.result.high)  # fmt: skip

    def expression(self, depth):
        if depth <= 0 or self.chance(0.15):
            return self.leaf()
        choice = self.random.random()
        if choice < 0.66:
            value = self.binary(depth)
        elif choice < 0.8:
            value = self.unary(depth)
        elif choice < 0.87:
            value = self.conditional(depth)
        elif choice < 0.93 or not (self.tables or self.functions):
            value = self.built_in(depth)
        elif self.functions and (not self.tables or self.chance(0.6)):
            value = self.called(depth)
        elif self.tables:
            value = self.looked_up(depth)
        return value if len(value.text) < 160 else self.leaf()

    def reduced(self, value, count):
        """Within [0, count), in one of the ways people write."""
        if 0 <= value.low and value.high < count:
            return value
        if count & (count - 1) == 0 and self.chance(0.5):
            return Value(f"({value.text} & {count - 1})", promoted(value.type), 0, count - 1)
        if value.low >= 0 and self.chance(0.7):
            return Value(f"({value.text} % {count})", promoted(value.type), 0, count - 1)
        if value.high - value.low < count and value.type.signed and value.low > -(1 << 30):
            return Value(f"({value.text} + {-value.low})", promoted(value.type), 0,
                         value.high - value.low)  # fmt: skip
        kind = promoted(value.type)
        if self.chance(0.3) and kind.signed:
            return Value(f"(({value.text} % {count} + {count}) % {count})", kind, 0, count - 1)
        if self.chance(0.5) and kind.signed:
            return Value(f"({value.text} < 0 ? 0 : {value.text} >= {count} ? {count - 1} : "
                         f"{value.text})", kind, 0, count - 1)  # fmt: skip
        value = self.held(value, UNSIGNED)
        return Value(f"((unsigned)({value.text}) % {count}u)", UNSIGNED, 0, count - 1)

    def within(self, value, low, high):
        if low <= value.low and value.high <= high:
            return value
        inner = self.reduced(value, high - low + 1)
        if low == 0:
            return inner
        inner = self.cast(inner, INT)
        return Value(f"({inner.text} + ({low}))", INT, low, high)

    # Statements.
    def declare(self):
        kind = self.pick(TYPES)
        value = self.held(self.expression(self.number_in(1, 3)), kind)
        low, high = converted(value.low, value.high, kind)
        name = self.new()
        qualifier = self.pick(["const ", ""])
        self.line(f"{qualifier}{kind.name} {name} = {value.text};")
        self.scope.append(Value(name, kind, low, high))

    def declare_mutable(self):
        kind = self.pick([INT, INT, UNSIGNED, UCHAR, SHORT, USHORT, SIZE, LONG])
        low, high = 0, self.pick([15, 63, 99, 127])
        value = self.within(self.expression(2), low, high)
        name = self.new("m")
        self.line(f"{kind.name} {name} = {value.text};")
        new = Value(name, kind, low, high)
        self.scope.append(new)
        self.mutable.append(new)

    def assign(self):
        if not self.mutable:
            return self.declare_mutable()
        target = self.pick(self.mutable)
        if self.chance(0.25):
            other = self.within(self.expression(2), 0, target.high)
            return self.line(f"{target.text} = {other.text};")
        count = target.high + 1
        value = self.expression(1)
        if common(target.type, value.type).signed and (value.low < -9000 or value.high > 9000):
            value = self.literal_above_zero()
        if value.low < 0 or value.type.bits == 64:
            value = self.reduced(value, 64)
        if value.high > 1 << 20:
            value = self.reduced(value, 256)
        reduce = f"& {count - 1}" if count & (count - 1) == 0 and self.chance(0.7) else f"% {count}"
        form = self.number_in(0, 4)
        if form == 0 and count & (count - 1) == 0:
            return self.line(f"{target.text} ^= {self.within(value, 0, target.high).text};")
        if form == 1:
            return self.line(f"{target.text} >>= {self.number_in(1, 2)};")
        if form == 2:
            return self.line(f"{target.text} = {target.high} - {target.text};")
        if form == 3:
            return self.line(f"if (++{target.text} == {count}) {target.text} = 0;")
        return self.line(f"{target.text} = ({target.text} + {value.text}) {reduce};")

    def access(self):
        array = self.pick(self.arrays)
        if array.extents:
            index = "".join(
                f"[{self.reduced(self.expression(self.number_in(1, 3)), extent).text}]"
                for extent in array.extents)  # fmt: skip
            place = array.name + index
        else:
            value = self.expression(self.number_in(1, 4))
            value = self.within(value, array.low, array.high - 1) \
                if value.low < array.low or value.high >= array.high else value  # fmt: skip
            style = self.number_in(0, 3)
            place = f"{array.name}[{value.text}]" if style else f"(*({array.name} + {value.text}))"
        place += array.element
        # What is loaded is kept in use by a sum.
        choice = self.number_in(0, 5)
        if choice <= 2 or not array.can_write:
            self.line(f"sum += {place};" if array.is_integer else f"keep(sum, {place});")
        elif choice <= 4 or not array.is_integer or array.bytes < 4:
            value = "sum" if array.is_integer else "{}"
            self.line(f"{place} = {value};")
        else:
            name = self.pick(["atomicAdd", "atomicMax", "atomicExch", "atomicOr"])
            self.line(f"{name}(&{place}, 1);")

    def condition(self):
        if self.chance(0.5):
            left, right = self.expression(2), self.expression(1)
            operator = self.pick(["<", "<", "<=", ">", ">=", "==", "!="])
            return f"{left.text} {operator} {right.text}"
        return self.expression(2).text

    def block(self, statements):
        scope, mutable, arrays = len(self.scope), len(self.mutable), len(self.arrays)
        self.depth += 1
        self.body(statements)
        self.depth -= 1
        del self.scope[scope:], self.mutable[mutable:], self.arrays[arrays:]

    def branch(self):
        self.divergent += 1
        self.line(f"if ({self.condition()}) {{")
        self.block(self.number_in(1, 3))
        if self.chance(0.45):
            self.line("} else {")
            self.block(self.number_in(1, 3))
        self.line("}")
        self.divergent -= 1

    def switch(self):
        self.divergent += 1
        value = self.reduced(self.expression(2), 8)
        self.line(f"switch ({value.text}) {{")
        for label in self.random.sample(range(8), self.number_in(1, 3)):
            self.line(f"case {label}: {{")
            self.block(self.number_in(1, 2))
            self.line("}")
            if self.chance(0.75):
                self.line("break;")
        if self.chance(0.5):
            self.line("default: {")
            self.block(1)
            self.line("}")
        self.line("}")
        self.divergent -= 1

    def loop(self):
        trips = self.pick([1, 2, 3, 4, 5, 8])
        if self.weight * trips > 60:
            return self.access()
        form = self.pick(["count", "count", "stride", "down", "double", "halve", "while", "do",
                          "dependent", "not-equal", "two"])  # fmt: skip
        name = self.new("i")
        kind = self.pick([INT, INT, UNSIGNED, SIZE, SHORT, UCHAR, LONG])
        start = self.within(self.expression(1), 0, 100)
        counter = None
        scope, mutable, arrays = len(self.scope), len(self.mutable), len(self.arrays)
        if self.chance(0.25):
            self.line(self.pick(["#pragma unroll", f"#pragma unroll {self.number_in(1, 4)}"]))
            head = True
        else:
            head = False
        updates, closing = [], "}"
        # What changes with the loop in a way that has a closed form.
        inductions = []
        if not head and self.chance(0.5):
            inductions = self.induction(trips + 1)
        if form == "count":
            bound = self.number_in(1, trips)
            self.line(f"for ({kind.name} {name} = 0; {name} < {bound}; ++{name}) {{")
            counter = Value(name, kind, 0, max(0, bound - 1))
        elif form == "stride":
            step = self.pick([Value("blockDim.x", UNSIGNED, *self.extent), None]) \
                if kind in (INT, UNSIGNED) else None  # fmt: skip
            step = step or Value(str(self.number_in(1, 40)), INT, 1, 40)
            width = step.low * (trips - 1) + self.number_in(1, step.low)
            width = max(width, 1)
            if start.high + width + step.high > most(kind):
                start = Value("0", INT, 0, 0)
            if kind.signed and start.type.bits > 32:
                start = Value(f"(int)({start.text})", INT, start.low, start.high)
            if width + 100 + step.high > most(kind):
                kind = INT
            first = self.new("b")
            line = f"for ({kind.name} {name} = {start.text}; {name} < {first}; {name} += {step.text}) {{"
            if head:
                pragma = self.lines.pop()
                self.line(f"const {kind.name} {first} = {start.text} + {width};")
                self.lines.append(pragma)
            else:
                self.line(f"const {kind.name} {first} = {start.text} + {width};")
            self.line(line)
            counter = Value(name, kind, start.low, start.high + width - 1)
        elif form == "down":
            if self.chance(0.5):
                kind = INT
                bound = self.number_in(1, trips)
                self.line(f"for (int {name} = {bound} - 1; {name} >= 0; --{name}) {{")
                counter = Value(name, kind, 0, bound - 1)
            else:
                bound = self.number_in(1, trips)
                self.line(f"for ({kind.name} {name} = {bound}; {name}-- > 0;) {{")
                counter = Value(name, kind, 0, bound - 1)
        elif form == "double":
            first, last = self.pick([1, 2, 3]), self.pick([8, 16, 32, 33])
            operator = self.pick(["*= 2", "<<= 1", "*= 3"])
            self.line(f"for (int {name} = {first}; {name} < {last}; {name} {operator}) {{")
            counter = Value(name, INT, 1, 32)
            trips = 6
        elif form == "halve":
            first = self.pick([Value("blockDim.x / 2", UNSIGNED, 0, self.extent[1] // 2),
                               Value("16", INT, 16, 16), Value("13", INT, 13, 13),
                               Value("32", INT, 32, 32)])  # fmt: skip
            kind = self.pick([INT, UNSIGNED])
            operator = self.pick(["/= 2", ">>= 1", ">>= 1", "/= 3"])
            self.line(f"for ({kind.name} {name} = {first.text}; {name} > 0; {name} {operator}) {{")
            counter = Value(name, kind, 1, max(1, first.high))
            trips = 10
        elif form == "dependent":
            bound = self.within(self.expression(2), 0, trips)
            if kind.signed and bound.type.bits > 32:
                kind = LONG
            self.line(f"for ({kind.name} {name} = 0; {name} < {bound.text}; {name}++) {{")
            counter = Value(name, kind, 0, max(0, bound.high - 1))
        elif form == "not-equal":
            bound = self.within(self.expression(1), 0, trips)
            held = self.new("h")
            pragma = self.lines.pop() if head else None
            self.line(f"const int {held} = {self.cast(bound, INT).text};")
            if pragma:
                self.lines.append(pragma)
            self.line(f"for (int {name} = 0; {name} != {held}; ++{name}) {{")
            counter = Value(name, INT, 0, max(0, bound.high - 1))
        elif form == "two":
            other = self.new("j")
            self.line(f"for (int {name} = 0, {other} = {trips}; {name} < {other}; ++{name}, --{other}) {{")
            counter = Value(name, INT, 0, trips)
            self.scope.append(Value(other, INT, 0, trips))
        else:
            if head:
                self.lines.pop()
            bound = self.within(self.expression(1), 1, trips)
            self.line(f"int {name} = 0;")
            step = f"++{name} < {self.cast(bound, INT).text}"
            if form == "while":
                self.line(f"while ({name} < {self.cast(bound, INT).text}) {{")
                updates.append(f"++{name};")
            else:
                self.line("do {")
                closing = f"}} while ({step});"
            # The update is not skipped, since nothing jumps here.
            counter = Value(name, INT, 0, trips)
        self.weight *= trips
        self.in_loop += 1
        self.divergent += 1
        self.scope.append(counter)
        may_jump = not updates and form != "do"
        self.block(self.number_in(1, 3))
        if may_jump and not inductions and self.chance(0.3):
            self.depth += 1
            self.line(f"if ({self.condition()}) {self.pick(['break', 'continue', 'break'])};")
            self.depth -= 1
            self.block(1)
        self.depth += 1
        for update in inductions + updates:
            self.line(update)
        self.depth -= 1
        self.line(closing)
        self.divergent -= 1
        self.in_loop -= 1
        self.weight //= trips
        # Variables of the loop's head end with it; inductions stay, and so do their intervals.
        kept = [value for value in self.scope[scope:] if value.text.startswith("n")]
        del self.scope[scope:], self.mutable[mutable:]
        self.scope += kept
        kept_arrays = self.arrays[arrays:]
        self.arrays = self.arrays[:arrays] + kept_arrays

    def induction(self, trips):
        name = self.new("n")
        kind = self.pick([INT, INT, UNSIGNED, LONG])
        form = self.pick(["sum", "sum", "power", "shift", "cycle", "toggle", "pointer"])
        if form == "pointer":
            candidates = [array for array in self.arrays if not array.extents and array.high == REACH
                          and array.low == -REACH and " " not in array.name]  # fmt: skip
            if candidates:
                array = self.pick(candidates)
                start = self.within(self.expression(2), -4096, 4095)
                step = self.within(self.expression(1), 0, 1023)
                pointer = self.new("p")
                self.line(f"auto {pointer} = {array.name} + {start.text};")
                self.arrays.append(array._replace(name=pointer, low=-4096,
                                                  high=REACH - 4096 - 1023 * 12))  # fmt: skip
                return [f"{pointer} += {step.text};"]
            form = "sum"
        if form == "sum":
            start = self.within(self.expression(1), 0, 1000)
            step = self.within(self.expression(1), -20, 100) if kind.signed else \
                self.within(self.expression(1), 0, 100)  # fmt: skip
            low = start.low + trips * min(0, step.low)
            high = start.high + trips * max(0, step.high)
            self.line(f"{kind.name} {name} = {start.text};")
            step = self.cast(step, INT)
            # The step must not change within the loop; what it reads may.
            held = self.new("h")
            self.line(f"const int {held} = {step.text};")
            self.scope.append(Value(name, kind, low, high))
            return [f"{name} += {held};"]
        if form == "power":
            self.line(f"int {name} = {self.number_in(1, 3)};")
            self.scope.append(Value(name, INT, 1, 3 << (trips + 1)))
            return [f"{name} {self.pick(['*= 2', '<<= 1', '+= ' + name])};"]
        if form == "shift":
            start = self.cast(self.within(self.expression(1), 0, 255), kind)
            self.line(f"{kind.name} {name} = {start.text};")
            self.scope.append(Value(name, kind, 0, 255))
            return [f"{name} {self.pick(['>>= 1', '/= 2', '/= 10', '>>= 2'])};"]
        if form == "cycle":
            size = self.pick([2, 3, 4, 7, 8])
            start = self.within(self.expression(1), 0, size - 1)
            self.line(f"int {name} = {start.text};")
            self.scope.append(Value(name, INT, 0, size - 1))
            step = self.number_in(1, size)
            return [self.pick([f"{name} = ({name} + {step}) % {size};",
                               f"if (++{name} == {size}) {name} = 0;",
                               f"{name} = {name} == {size - 1} ? 0 : {name} + 1;"])]  # fmt: skip
        self.line(f"int {name} = {self.within(self.expression(1), 0, 1).text};")
        self.scope.append(Value(name, INT, 0, 1))
        return [self.pick([f"{name} ^= 1;", f"{name} = 1 - {name};", f"{name} = !{name};"])]

    def barrier(self):
        if self.divergent or self.returned:
            return self.access()
        return self.line("__syncthreads();")

    def early_return(self):
        self.returned = True
        self.line(f"if ({self.condition()}) return;")

    def shuffle(self):
        if self.divergent or self.returned or not self.whole_warps:
            return self.declare()
        value = self.cast(self.expression(2), INT)
        name = self.new("s")
        form = self.number_in(0, 3)
        width = self.pick(["", "", ", 16", ", 8"])
        argument = self.number_in(0, 31)
        if form == 0 and self.chance(0.5):
            argument = self.within(self.expression(1), 0, 31).text
        call = ["__shfl_sync", "__shfl_up_sync", "__shfl_down_sync", "__shfl_xor_sync"][form]
        self.line(f"int {name} = {call}(0xffffffffu, {value.text}, {argument}{width});")
        self.scope.append(Value(name, INT, value.low, value.high))

    def local_array(self):
        name, count = self.new("a"), self.pick([2, 3, 4])
        values = [self.cast(self.within(self.expression(1), 0, 255), INT) for _ in range(count)]
        self.line(f"int {name}[{count}] = {{{', '.join(value.text for value in values)}}};")
        index = self.reduced(self.expression(2), count)
        if self.chance(0.4):
            self.line(f"{name}[{index.text}] = {self.within(self.expression(1), 0, 255).text};")
            index = self.reduced(self.expression(1), count)
        self.scope.append(Value(f"{name}[{index.text}]", INT, 0, 255))

    def record(self):
        kind, name = self.new("R"), self.new("r")
        types = [self.pick(TYPES) for _ in range(2)]
        values = [self.cast(self.expression(1), each) for each in types]
        word = self.pick(["struct", "struct", "union"])
        if word == "union":
            types[1], values[1] = types[0], values[0]
            self.line(f"union {kind} {{ {types[0].name} x, y; }} {name};")
            self.line(f"{name}.x = {values[0].text};")
        else:
            self.line(f"struct {kind} {{ {types[0].name} x; {types[1].name} y; }} {name} = "
                      f"{{{values[0].text}, {values[1].text}}};")  # fmt: skip
        for field, kind, value in zip("xy", types, values):
            self.scope.append(Value(f"{name}.{field}", kind, value.low, value.high))

    def body(self, statements):
        for _ in range(statements):
            choice = self.random.random()
            if self.depth > 3:
                choice *= 0.55
            if choice < 0.32:
                self.access()
            elif choice < 0.46:
                self.declare()
            elif choice < 0.55:
                self.assign()
            elif choice < 0.7:
                self.loop()
            elif choice < 0.82:
                self.branch()
            elif choice < 0.85:
                self.switch()
            elif choice < 0.88:
                self.barrier()
            elif choice < 0.91:
                self.shuffle()
            elif choice < 0.94:
                self.local_array()
            elif choice < 0.97:
                self.record()
            elif self.chance(0.5):
                self.early_return()
            else:
                self.access()
        # What is computed last is worth an access.
        if self.chance(0.6):
            self.access()

    # The kernel around.
    def table(self):
        name = f"table{self.number}_{len(self.tables)}"
        kind = self.pick([INT, UCHAR, SCHAR, USHORT])
        count = self.pick([4, 7, 16])
        values = [self.number_in(-3 if kind.signed else 0, 100) for _ in range(count)]
        self.globals.append(f"__constant__ {kind.name} {name}[{count}] = "
                            f"{{{', '.join(map(str, values))}}};")  # fmt: skip
        self.tables.append((name, kind, values))

    def function(self):
        """A device function of two or three numbers, whose result is kept in an interval."""
        name = f"f{self.number}_{len(self.functions)}"
        kept = (self.lines, self.scope, self.mutable, self.arrays, self.builtins, self.functions)
        self.lines, self.scope, self.mutable, self.arrays = [], [], [], []
        parameters = []
        for _ in range(self.number_in(1, 3)):
            kind = self.pick([INT, UNSIGNED, SHORT, UCHAR, SIZE])
            low, high = (-50, 127) if kind.signed and self.chance(0.4) else (0, 200)
            value = Value(self.new("q"), kind, low, high)
            parameters.append((kind, low, high))
            self.scope.append(value)
        is_template = self.chance(0.3)
        heads = ", ".join(f"{v.type.name} {v.text}" for v in self.scope)
        if is_template:
            self.scope.append(Value("Size", INT, 1, 32))
        self.functions = []
        result_kind = self.pick([INT, UNSIGNED, SHORT, UCHAR, LONG])
        high = self.pick([31, 127, 63, 99])
        for _ in range(self.number_in(0, 2)):
            self.pick([self.declare, self.assign, self.declare_mutable])()
        for _ in range(self.number_in(0, 2)):
            self.line(f"if ({self.condition()}) return "
                      f"{self.within(self.expression(2), 0, high).text};")  # fmt: skip
        self.line(f"return {self.within(self.expression(2), 0, high).text};")
        lines = self.lines
        self.lines, self.scope, self.mutable, self.arrays, self.builtins, self.functions = kept
        called = name
        if is_template:
            self.globals.append("template <int Size>")
            called = f"{name}<{self.pick([1, 2, 7, 16, 32])}>"
        self.globals.append(f"__device__ {result_kind.name} {name}({heads}) {{")
        self.globals += lines + ["}"]
        self.functions.append(Function(called, Value("", result_kind, 0, high), parameters, lines))

    def make(self):
        shapes = [(32, 1, 1), (64, 1, 1), (33, 1, 1), (48, 1, 1), (8, 8, 1), (16, 4, 1), (32, 2, 1),
                  (5, 3, 2), (4, 4, 4), (17, 3, 1), (1, 40, 1), (100, 1, 1), (2, 32, 1)]  # fmt: skip
        grids = [(1, 1, 1), (2, 1, 1), (3, 2, 1), (5, 1, 1), (2, 2, 2), (1, 3, 1)]
        kinds = [self.pick([INT, INT, UNSIGNED, SHORT, UCHAR, SIZE, LONG, BOOL]) for _ in range(3)]
        launches = []
        for _ in range(self.number_in(1, 2)):
            arguments = []
            for kind in kinds:
                low = -40 if kind.signed and self.chance(0.2) else 0
                arguments.append(self.number_in(low, 1 if kind is BOOL else self.pick([40, 200])))
                if kind is SHORT or kind.rank < 2:
                    arguments[-1] = max(least(kind), min(most(kind), arguments[-1]))
            launches.append(Launch(self.pick(grids), self.pick(shapes), arguments))
        self.whole_warps = all(
            each.block[0] * each.block[1] * each.block[2] % 32 == 0 for each in launches)
        self.builtins = []
        for at, axis in enumerate("xyz"):
            blocks = [each.block[at] for each in launches]
            counts = [each.grid[at] for each in launches]
            often = 6 if at == 0 else 3 if at == 1 else 1
            self.builtins += [Value(f"threadIdx.{axis}", UNSIGNED, 0, max(blocks) - 1)] * often
            self.builtins += [Value(f"blockIdx.{axis}", UNSIGNED, 0, max(counts) - 1)] * (often // 2)
            self.builtins.append(Value(f"blockDim.{axis}", UNSIGNED, min(blocks), max(blocks)))
            self.builtins.append(Value(f"gridDim.{axis}", UNSIGNED, min(counts), max(counts)))
        self.extent = (min(each.block[0] for each in launches),
                       max(each.block[0] for each in launches))  # fmt: skip
        names = ["n", "m", "w"]
        passed = [Value(name, kind, min(each.arguments[at] for each in launches),
                        max(each.arguments[at] for each in launches))
                  for at, (name, kind) in enumerate(zip(names, kinds))]  # fmt: skip
        while self.chance(0.5) and len(self.tables) < 2:
            self.table()
        while self.chance(0.45) and len(self.functions) < 2:
            self.function()
        self.scope += passed
        elements = [("int", 4, True), ("unsigned char", 1, True), ("short", 2, True),
                    ("double", 8, False), ("float4", 16, False), ("int2", 8, False),
                    ("Odd", 12, False), ("float3", 12, False), ("unsigned", 4, True),
                    ("unsigned long long", 8, True)]  # fmt: skip
        pointers = []
        for name in ("A", "B"):
            element = self.pick(elements)
            pointers.append((name, element[0]))
            self.arrays.append(Array(name, self.member(element[0]), element[1], (), -REACH, REACH,
                                     True, element[2] and "Odd" not in element[0]))  # fmt: skip
        if self.chance(0.3):
            view = self.pick(["int4", "int2", "char", "short"])
            source = self.arrays[0]
            size = {"int4": 16, "int2": 8, "char": 1, "short": 2}[view]
            reach = REACH * source.bytes // size
            self.arrays.append(Array(f"reinterpret_cast<{view} *>({source.name})", "", size, (),
                                     -reach, reach, True, size < 4))  # fmt: skip
        for name in ("S", "T")[: self.number_in(0, 2)]:
            element = self.pick(elements)
            extents = self.pick([(64,), (256,), (1000,), (16, 17), (32, 33), (8, 32), (4, 5, 6)])
            self.line(f"__shared__ {element[0]} {name}{''.join(f'[{e}]' for e in extents)};")
            self.arrays.append(Array(name, self.member(element[0]), element[1], extents, 0, 0, True,
                                     element[2]))  # fmt: skip
        self.line("int sum = 0;")
        self.body(self.number_in(3, 7))
        parameters = ", ".join([f"{element} *{name}" for name, element in pointers]
                               + [f"{kind.name} {name}" for kind, name in zip(kinds, names)])  # fmt: skip
        text = self.globals + [f"__global__ void {self.name}({parameters}) {{", *self.lines, "}"]
        calls = []
        for each in launches:
            arguments = [f"array<{element}, '{name}'>()" for name, element in pointers]
            for kind, number in zip(kinds, each.arguments):
                known = self.chance(0.8)
                arguments.append(str(number) if known else f"hidden({number})")
            calls.append(f"  {self.name}<<<dim3{each.grid}, dim3{each.block}>>>"
                         f"({', '.join(arguments)});")  # fmt: skip
        return text, calls

    def member(self, element):
        fields = {"float4": ["", ".x", ".w"], "int2": ["", ".y"], "float3": [".y", ".z", ""],
                  "Odd": [".last[1]", ".first", ".middle"]}.get(element, [""])  # fmt: skip
        return self.pick(fields)


PROLOGUE = """\
#include <cuda_runtime.h>

struct Odd {
  int first;
  short middle;
  unsigned char last[2];
  float more;
};

template <class T> __device__ void keep(int &sum, T) { ++sum; }

template <class T, char Name> T *array() {
  static T *whole = nullptr;
  if (!whole)
    cudaMallocManaged(&whole, 2 * REACH * sizeof(T));
  return whole + REACH;
}

volatile int nothing = 0;
long long hidden(long long number) { return number + nothing; }
""".replace("REACH", str(REACH)).splitlines()


def source(seed, count):
    """The lines of a file with that many kernels, and those of its launches."""
    lines, calls = [], []
    for number in range(count):
        kernel, launches = Maker(number, seed).make()
        lines += kernel + [""]
        calls += launches
    return PROLOGUE + lines, calls


def whole(lines, calls):
    return "\n".join(lines + ["int main() {", *calls, "}", ""])
