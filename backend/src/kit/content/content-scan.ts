import { limitExceeded, ContentFault, RESOURCE_LIMITS } from './limits.ts';

const [QUOTE, BACKSLASH, COMMA, COLON, OPEN, CLOSE, OPEN_LIST, CLOSE_LIST, ZERO, NINE, MINUS, DOT] = [
  ...'"\\,:{}[]09-.',
].map((sign) => sign.charCodeAt(0)) as [
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
];
const LONGEST_PATH = RESOURCE_LIMITS.depth + 8;

/** What one resource holds; each has its own. */
interface Unit {
  readonly start: number;
  readonly depth: number;
  elements: number;
  references: number;
  /** Bytes excluded from limits: data, and resources inside an entry. */
  exempt: number;
}

/**
 * Scans raw JSON once before parsing.
 * @throws ContentFault for exceeded limits or unstorable content: U+0000, lone surrogates, non-finite numbers, or the
 * name __proto__. Other syntax errors are left to the parser.
 */
export class ContentScan {
  readonly #bytes: Uint8Array;
  readonly #prefix: string;
  /** Path of the scan position: a name by its two offsets, a list index as -1 and the index. */
  readonly #from = new Int32Array(LONGEST_PATH);
  readonly #to = new Int32Array(LONGEST_PATH);
  #steps = 0;
  #depth = 0;
  #unit: Unit;
  at: number;
  /** True if a number was seen that a parser may write differently, e.g. 5.40; the reader restores it. */
  mayChange = false;
  /** Text between a bundle list's brackets, once passed. */
  entryList: readonly [from: number, to: number] | undefined;
  /** Elements of all resources that were scanned. */
  elements = 0;

  /** `prefix` precedes each path, e.g. 'Observation'. */
  constructor(bytes: Uint8Array, start: number, prefix: string) {
    this.#bytes = bytes;
    this.at = start;
    this.#prefix = prefix;
    this.#unit = { start, depth: 0, elements: 0, references: 0, exempt: 0 };
  }

  /** Scans the one value of a text. */
  whole(): void {
    this.#inUnit(false);
  }

  /**
   * Scans an object, yielding the offsets of each member of its list `entry`: members and their `resource` have their
   * own limits.
   */
  *entries(): Generator<readonly [from: number, to: number]> {
    this.#enter();
    this.space();
    while (this.#bytes[this.at] === QUOTE) {
      const from = this.at + 1;
      const to = this.#name();
      this.#count(this.#bytes[this.at] !== OPEN_LIST);
      if (this.#bytes[this.at] === OPEN_LIST && this.#is('entry', from, to)) {
        if (this.entryList !== undefined) throw this.#fault('The content holds a name twice');
        yield* this.#entryList();
      } else this.#value();
      this.#steps -= 1;
      if (!this.#next()) break;
    }
    this.#leave(CLOSE);
    this.#checkSize();
  }

  *#entryList(): Generator<readonly [from: number, to: number]> {
    this.#enter();
    const start = this.at;
    this.space();
    for (let index = 0; this.#bytes[this.at] !== CLOSE_LIST; index += 1) {
      this.#step(-1, index);
      this.#count(true);
      const from = this.at;
      this.#inUnit(this.#bytes[from] === OPEN);
      yield [from, this.at];
      this.#steps -= 1;
      // the list is never parsed as a whole: check commas between members and none after the last
      if (this.#next() === (this.#bytes[this.at] === CLOSE_LIST)) throw this.#notJson();
    }
    this.entryList = [start, this.at];
    this.#leave(CLOSE_LIST);
  }

  /** Scans one value with limits of its own. */
  #inUnit(isEntry: boolean): void {
    const outer = this.#unit;
    this.#unit = { start: this.at, depth: this.#depth, elements: 0, references: 0, exempt: 0 };
    if (isEntry) this.#object(true);
    else this.#value();
    this.#checkSize();
    this.elements += this.#unit.elements;
    outer.exempt += this.at - this.#unit.start;
    this.#unit = outer;
  }

  #value(): void {
    this.space();
    const sign = this.#bytes[this.at];
    if (sign === QUOTE) this.#checkText(this.#text());
    else if (sign === OPEN) this.#object(false);
    else if (sign === OPEN_LIST) this.#list();
    else if (sign === MINUS || (sign !== undefined && sign >= ZERO && sign <= NINE)) this.#number();
    else this.#word();
  }

  /** In an entry of a bundle, `resource` has limits of its own. */
  #object(isEntry: boolean): void {
    let hasResource = false;
    this.#enter();
    this.space();
    while (this.#bytes[this.at] === QUOTE) {
      const from = this.at + 1;
      const to = this.#name();
      const sign = this.#bytes[this.at];
      this.#count(sign !== OPEN_LIST);
      if (sign === QUOTE) this.#named(from, to);
      else if (isEntry && sign === OPEN && this.#is('resource', from, to)) {
        if (hasResource) throw this.#fault('The content holds a name twice');
        hasResource = true;
        this.#inUnit(false);
      } else this.#value();
      this.#steps -= 1;
      if (!this.#next()) break;
    }
    this.#leave(CLOSE);
  }

  #list(): void {
    this.#enter();
    this.space();
    if (this.#bytes[this.at] === CLOSE_LIST) this.#count(true);
    for (let index = 0; this.at < this.#bytes.length && this.#bytes[this.at] !== CLOSE_LIST; index += 1) {
      this.#step(-1, index);
      this.#count(true);
      this.#value();
      this.#steps -= 1;
      if (!this.#next()) break;
    }
    this.#leave(CLOSE_LIST);
  }

  /** True when these bytes are a name, however it is written. */
  #is(name: string, from: number, to: number): boolean {
    if (to - from < name.length) return false;
    for (let index = 0; index < name.length; index += 1) {
      if (this.#bytes[from + index] === BACKSLASH) return this.#decoded(from, to) === name;
      if (this.#bytes[from + index] !== name.charCodeAt(index)) return false;
    }
    return to - from === name.length;
  }

  space(): void {
    for (
      let sign = this.#bytes[this.at];
      sign === 32 || sign === 10 || sign === 13 || sign === 9;
      sign = this.#bytes[this.at]
    )
      this.at += 1;
  }

  #fault(message: string): ContentFault {
    return new ContentFault(message, this.#path());
  }

  /** Scans a name, which becomes a path step, and its colon. Returns the end of the name. */
  #name(): number {
    const from = this.at + 1;
    this.#checkText(this.#text());
    const to = this.at - 1;
    if (this.#is('__proto__', from, to)) throw this.#fault('The content holds a name that is not allowed');
    this.#step(from, to);
    this.space();
    if (this.#bytes[this.at] !== COLON) throw this.#notJson();
    this.at += 1;
    this.space();
    return to;
  }

  /** A member with a text value: a reference, excluded data, or other. */
  #named(from: number, to: number): void {
    const start = this.at;
    const length = this.#text();
    if (this.#is('data', from, to)) {
      this.#unit.exempt += this.at - start;
      return;
    }
    this.#checkText(length);
    if (!this.#is('reference', from, to)) return;
    this.#unit.references += 1;
    if (this.#unit.references > RESOURCE_LIMITS.references) throw limitExceeded('references', this.#path());
  }

  /** Scans a string; returns its unescaped length in bytes. */
  #text(): number {
    const bytes = this.#bytes;
    const start = this.at + 1;
    let at = start;
    let saved = 0;
    for (;;) {
      const sign = bytes[at];
      if (sign === QUOTE) break;
      if (sign === undefined) throw this.#notJson();
      if (sign !== BACKSLASH) at += 1;
      else if (bytes[at + 1] === 0x75) {
        const length = this.#escaped(at);
        saved += length - (length === 12 ? 4 : lengthOf(this.#code(at)));
        at += length;
      } else {
        saved += 1;
        at += 2;
      }
    }
    this.at = at + 1;
    return at - start - saved;
  }

  /** Bytes of a \uXXXX escape, including a pair's second half. */
  #escaped(at: number): 6 | 12 {
    const code = this.#code(at);
    if (code === 0) throw this.#fault('The content holds a character that is not allowed (U+0000)');
    if (code < 0xd800 || code > 0xdfff) return 6;
    const isPair =
      code < 0xdc00 &&
      this.#bytes[at + 6] === BACKSLASH &&
      this.#bytes[at + 7] === 0x75 &&
      this.#code(at + 6) >= 0xdc00 &&
      this.#code(at + 6) <= 0xdfff;
    if (!isPair) throw this.#fault('The content holds half a character (a lone surrogate)');
    return 12;
  }

  #code(at: number): number {
    return Number.parseInt(String.fromCharCode(...this.#bytes.subarray(at + 2, at + 6)), 16);
  }

  #checkText(length: number): void {
    if (length > RESOURCE_LIMITS.narrativeBytes) throw limitExceeded('narrativeBytes', this.#path());
  }

  #number(): void {
    const bytes = this.#bytes;
    const start = this.at;
    let digits = 0;
    let last = 0;
    let hasFraction = false;
    let hasExponent = false;
    for (let sign = bytes[this.at]; sign !== undefined; sign = bytes[this.at]) {
      if (sign >= ZERO && sign <= NINE) {
        digits += 1;
        if (!hasExponent) last = sign;
      } else if (sign === DOT) hasFraction = true;
      else if (sign === 0x65 || sign === 0x45) hasExponent = true;
      else if (sign !== MINUS && sign !== 0x2b) break;
      this.at += 1;
    }
    if (digits > RESOURCE_LIMITS.digits) throw limitExceeded('digits', this.#path());
    if (hasExponent && !Number.isFinite(Number(this.#latin(start, this.at))))
      throw this.#fault('The content holds a number that is too large');
    if (
      hasExponent ||
      digits > 14 ||
      (hasFraction && last === ZERO) ||
      (bytes[start] === MINUS && bytes[start + 1] === ZERO)
    )
      this.mayChange = true;
  }

  /** true, false or null; the parser sees whether it is. */
  #word(): void {
    const start = this.at;
    for (
      let sign = this.#bytes[this.at];
      sign !== undefined && sign >= 0x61 && sign <= 0x7a;
      sign = this.#bytes[this.at]
    )
      this.at += 1;
    if (this.at === start) throw this.#notJson();
  }

  #count(isElement: boolean): void {
    if (!isElement) return;
    this.#unit.elements += 1;
    if (this.#unit.elements > RESOURCE_LIMITS.elements) throw limitExceeded('elements', this.#path());
    this.#checkSize();
  }

  #checkSize(): void {
    if (this.at - this.#unit.start - this.#unit.exempt > RESOURCE_LIMITS.bytes)
      throw limitExceeded('bytes', this.#path());
  }

  #enter(): void {
    if (this.#depth - this.#unit.depth >= RESOURCE_LIMITS.depth) throw limitExceeded('depth', this.#path());
    this.#depth += 1;
    this.at += 1;
  }

  #leave(sign: number): void {
    if (this.#bytes[this.at] !== sign) throw this.#notJson();
    this.#depth -= 1;
    this.at += 1;
  }

  /** Scans a comma; false if there is none. */
  #next(): boolean {
    this.space();
    if (this.#bytes[this.at] !== COMMA) return false;
    this.at += 1;
    this.space();
    return true;
  }

  #step(from: number, to: number): void {
    this.#from[this.#steps] = from;
    this.#to[this.#steps] = to;
    this.#steps += 1;
  }

  #path(): string {
    let path = this.#prefix;
    for (let step = 0; step < this.#steps; step += 1) {
      const [from, to] = [this.#from[step] ?? 0, this.#to[step] ?? 0];
      path += from < 0 ? `[${to}]` : `${path === '' ? '' : '.'}${this.#latin(from, Math.min(to, from + 64))}`;
    }
    return path;
  }

  #decoded(from: number, to: number): unknown {
    try {
      return JSON.parse(`"${this.#latin(from, to)}"`);
    } catch {
      throw this.#notJson();
    }
  }

  #latin(from: number, to: number): string {
    return Buffer.from(this.#bytes.subarray(from, to)).toString('latin1');
  }

  #notJson(): ContentFault {
    return new ContentFault('The content is not JSON', '');
  }
}

/** Bytes that a character takes in UTF-8. */
function lengthOf(code: number): number {
  return code < 0x80 ? 1 : code < 0x800 ? 2 : 3;
}
