// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import * as fs from 'node:fs';
import * as path from 'node:path';
import * as vm from 'node:vm';

import { escape } from './escape';

/** One request of a warp, and what it costs. */
export interface DrawnRequest {
  /** Before or after a mend, or of a tile; empty: there is one request. */
  title: string;
  space: string;
  kind: string;
  form: string;
  bytes: number;
  mask: number;
  /** By lane; numbers that JavaScript has no exact ones for are text. */
  offsets: (number | string)[];
  cost: number;
  ideal: number;
}

/** What the server has drawn of an access. */
export interface AccessPicture {
  title: string;
  target: Record<string, unknown>;
  wide_words?: boolean;
  requests: DrawnRequest[];
}

/** An element of a picture, in the place of those of a browser: the view runs no scripts. */
class Shape {
  private readonly attributes = new Map<string, string>();
  private readonly children: unknown[] = [];

  constructor(private readonly name: string) {}

  setAttribute(name: string, value: unknown): void {
    this.attributes.set(name, String(value));
  }

  append(...children: unknown[]): void {
    this.children.push(...children);
  }

  toString(): string {
    const attributes = [...this.attributes].map(([name, value]) => ` ${name}="${escape(value)}"`).join('');
    const children = this.children.map(each => (each instanceof Shape ? each.toString() : escape(String(each))));
    return `<${this.name}${attributes}>${children.join('')}</${this.name}>`;
  }
}

/** What is used of the scripts of the report. */
interface Scripts {
  drawRequest(target: object, space: string, request: object, cost: object): Shape;
  describeRequest(space: string, request: object, cost: object): string;
}

/** Those of lib/Report/Html that draw, which `npm run compile` copies. */
const scriptFiles = ['evaluate.js', 'text.js', 'lanes.js'];

function loadScripts(): Scripts {
  const folder = path.join(__dirname, 'report');
  const text = scriptFiles.map(name => fs.readFileSync(path.join(folder, name), 'utf-8')).join('\n');
  const document = { createElementNS: (_space: string, name: string) => new Shape(name) };
  return vm.runInNewContext(`'use strict';\n${text}\n({ drawRequest, describeRequest })`, { document }) as Scripts;
}

let scripts: Scripts | undefined;

/** A title of the report, in which code is between backquotes. */
function titleAsHtml(title: string): string {
  return escape(title).replace(/`([^`]*)`/g, '<code>$1</code>');
}

function drawOne(picture: AccessPicture, given: DrawnRequest): string {
  scripts ??= loadScripts();
  const target = picture.wide_words ? { ...picture.target, shared: 'wide-words' } : picture.target;
  const { space, kind, form, bytes, mask } = given;
  const request = { kind, form, bytes, mask, offsets: given.offsets.map(BigInt) };
  const title = given.title ? `<figcaption>${titleAsHtml(given.title)}</figcaption>` : '';
  const numbers = escape(scripts.describeRequest(space, request, given));
  return `<figure>${title}${scripts.drawRequest(target, space, request, given)}<p>${numbers}</p></figure>`;
}

/** The lanes of an access against its sectors, banks or addresses, before and after a mend, as SVG. */
export function drawPicture(picture: AccessPicture): string {
  const figures = picture.requests.map(each => drawOne(picture, each));
  return `<h2>${escape(picture.title)}</h2>\n${figures.join('\n')}`;
}
