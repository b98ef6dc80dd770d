// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import MarkdownIt from 'markdown-it';

import { escape } from './escape';
import { AccessPicture, drawPicture } from './picture';

/** What the server says in a hover, as far as it is shown. */
export interface HoverText {
  contents: unknown;
}

/** What the server answers to `cuda-memlint/lanes`. */
export interface LanesAnswer {
  hover: HoverText | null;
  pictures: AccessPicture[];
}

function span(kind: string, text: string): string {
  return `<span class="${kind}">${escape(text)}</span>`;
}

/** `####....`, a byte each: those that lanes ask for, and those that are moved in vain. */
function colourBytes(bytes: string): string {
  return bytes.replace(/#+|\.+/g, run => span(run.startsWith('#') ? 'used' : 'wasted', run));
}

/** A line of the drawing begins with a label in a column of its own. */
function colourLine(line: string): string {
  const sector = /^(\s*)(sector)(\s+-?\d+ )\|([#.]+)\|(.*)$/.exec(line);
  if (sector) {
    const [, indent = '', label = '', number = '', bytes = '', rest = ''] = sector;
    const bound = span('bound', '|');
    return indent + span('label', label) + number + bound + colourBytes(bytes) + bound + escape(rest);
  }
  const labelled = /^( {8,9})([a-z]+(?: [a-z]+)?)(  .*)$/.exec(line);
  if (!labelled) return escape(line);
  const [, indent = '', label = '', rest = ''] = labelled;
  return indent + span('label', label) + escape(rest);
}

/** The drawing of the lanes, which is text, in the theme's colours. */
export function colourDrawing(drawing: string): string {
  return drawing.split('\n').map(colourLine).join('\n');
}

// HTML in the Markdown stays text: it may come from the source that is shown.
const markdown = new MarkdownIt({ html: false, linkify: false, highlight: colourDrawing });

/** The Markdown of a hover as HTML; undefined: there is nothing to show. */
export function drawHover(hover: HoverText | null | undefined): string | undefined {
  const contents = hover?.contents;
  const text =
    typeof contents === 'object' && contents !== null && 'value' in contents ? contents.value : contents;
  return typeof text === 'string' && text.trim() !== '' ? markdown.render(text) : undefined;
}

/** The pictures of the accesses, and below them what the hover says; undefined: there is nothing to show. */
export function drawLanes(answer: LanesAnswer | null | undefined): string | undefined {
  const text = drawHover(answer?.hover);
  if (!answer || text === undefined) return undefined;
  return [...answer.pictures.map(drawPicture), text].join('\n');
}

export const nothingHere = '<p class="nothing">Put the cursor on a memory access of a kernel to see its lanes.</p>';

/** The page of the side panel: no scripts, and nothing but its own style sheet is loaded. */
export function panelPage(body: string, styleSheet: string, source: string): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="UTF-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src ${escape(source)};">
<link rel="stylesheet" href="${escape(styleSheet)}">
<title>Lanes</title>
</head>
<body>
${body}
</body>
</html>
`;
}
