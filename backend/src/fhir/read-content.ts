import { isUtf8 } from 'node:buffer';
import { isObject } from '@phr/fhir/json';
import { ContentScan } from './content-scan.ts';
import { parseJson } from './json-text.ts';
import { beyond, ContentFault, RESOURCE_LIMITS } from './limits.ts';
import { createTurns } from './turns.ts';

/** Throws ContentFault for a body that is beyond the limits of one resource, before it is parsed. */
export function checkContent(bytes: Buffer): void {
  scanOf(bytes).whole();
}

/**
 * Reads a resource, or a bundle whose entries have limits of their own. Nothing is parsed before it is known to be within them, and the entries one by one, so
 * that others have their turn. Throws ContentFault.
 */
export async function readContent(bytes: Buffer): Promise<unknown> {
  const scan = scanOf(bytes);
  scan.space();
  if (bytes[scan.at] !== 0x7b) {
    scan.whole();
    return parsed(bytes.toString('utf8', 0), scan.mayChange);
  }
  const start = scan.at;
  const takeTurns = createTurns();
  const entry: unknown[] = [];
  for (const [from, to] of scan.entries()) {
    entry.push(parsed(bytes.toString('utf8', from, to), scan.mayChange));
    await takeTurns();
  }
  if (scan.entryList === undefined) return parsed(bytes.toString('utf8', start), scan.mayChange);
  const [from, to] = scan.entryList;
  const rest = parsed(`${bytes.toString('utf8', start, from)}${bytes.toString('utf8', to)}`, true);
  if (!isObject(rest)) throw new ContentFault('The content is not JSON', '');
  if (rest['resourceType'] !== 'Bundle' && scan.elements > RESOURCE_LIMITS.elements) throw beyond('elements', String(rest['resourceType'] ?? ''));
  return { ...rest, entry };
}

function parsed(text: string, mayChange: boolean): unknown {
  try {
    return parseJson(text, mayChange);
  } catch {
    throw new ContentFault('The content is not JSON', '');
  }
}

function scanOf(bytes: Buffer): ContentScan {
  if (!isUtf8(bytes)) throw new ContentFault('The content is not UTF-8', '');
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const type = /"resourceType"\s*:\s*"(\w{1,64})"/.exec(bytes.toString('latin1', 0, 1_000))?.[1] ?? '';
  return new ContentScan(bytes, hasMark ? 3 : 0, type);
}
