import { isObject } from './json.ts';

/** An entry of a file as far as its facts go. */
export interface FactItem {
  readonly type: string;
  readonly resource: { readonly [element: string]: unknown } | undefined;
  /** Names other entries may use to refer to it. */
  readonly names: readonly string[];
}

/**
 * A canonical text of each entry's facts, without ids assigned by the export (own id and URL, versions, ids of
 * targets), with references replaced by their targets' facts. Re-exported facts give the same text.
 */
export function factsOf<T extends FactItem>(items: readonly T[]): (item: T) => string {
  const named = new Map<string, T>();
  for (const item of items) for (const name of item.names) if (!named.has(name)) named.set(name, item);
  const alone = new Map(items.map((item) => [item, uuidOf(textOf(item, (target) => target.type))]));
  const facts = new Map(items.map((item) => [item, textOf(item, (target) => alone.get(target) ?? '')]));
  return (item) => facts.get(item) ?? '';

  /** `said` returns the text of a reference's target. */
  function textOf(item: T, said: (target: T) => string): string {
    const own = new Set(item.names.flatMap((name) => [name, name.replace(/^.*[/:]/, '')]));
    const walk = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(walk).filter((one) => one !== undefined);
      if (!isObject(value)) return value;
      // numbers derived from the entry's id are not facts
      if (typeof value['value'] === 'string' && own.has(value['value'].replace(/^urn:uuid:/, ''))) return undefined;
      return Object.fromEntries(
        Object.entries(value)
          .filter(([, member]) => member !== undefined)
          .map(([name, member]) => [name, name === 'reference' ? referenceOf(member, said) : walk(member)])
          .toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
      );
    };
    const { id: _id, meta: _meta, text: _narrative, ...elements } = item.resource ?? {};
    return JSON.stringify(walk(elements));
  }

  function referenceOf(value: unknown, said: (target: T) => string): unknown {
    if (typeof value !== 'string') return value;
    const target = named.get(value);
    // whoever the file's person is, the record has only one
    if (target?.type === 'Patient' || /(?:^|\/)Patient\//.test(value)) return 'Patient';
    return target === undefined ? value : said(target);
  }
}

/** Deterministic UUID (version 8) from a text, by four FNV-1a hashes. Not for security. */
export function uuidOf(text: string): string {
  const { imul } = Math;
  const sums = [0x811c9dc5, 0x9e3779b9, 0x85ebca6b, 0xc2b2ae35];
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    for (let lane = 0; lane < 4; lane += 1) {
      const sum = (sums[lane] ?? 0) ^ (unit + lane * 0x101);
      sums[lane] = imul(sum ^ (sum >>> 15), 0x01000193);
    }
  }
  const hex = sums.map((sum) => (sum >>> 0).toString(16).padStart(8, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${((parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16)}${hex.slice(17, 20)}-${hex.slice(20)}`;
}
