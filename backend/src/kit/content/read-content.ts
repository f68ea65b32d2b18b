import { isUtf8 } from 'node:buffer';
import { isObject } from '@phr/fhir/json';
import { ContentScan } from './content-scan.ts';
import { parseJson } from './json-text.ts';
import { limitExceeded, ContentFault, RESOURCE_LIMITS } from './limits.ts';
import { createTurns } from '../turns.ts';

/** A body up to this is parsed at once. */
const SMALL_BYTES = 262_144;

/** @throws ContentFault for a body over a resource's limits, before parsing */
export function checkContent(bytes: Buffer): void {
  scanOf(bytes).whole();
}

/**
 * Parses a resource or bundle after checking limits; entries one by one, yielding to other requests, but bodies up to
 * `smallBytes` at once.
 * @throws ContentFault
 */
export async function readContent(bytes: Buffer, smallBytes = SMALL_BYTES): Promise<unknown> {
  const scan = scanOf(bytes);
  scan.space();
  if (bytes[scan.at] !== 0x7b) {
    scan.whole();
    return parsed(bytes.toString('utf8', 0), scan.mayChange);
  }
  const start = scan.at;
  const turns = createTurns();
  const inPieces = bytes.length > smallBytes;
  const entry: unknown[] = [];
  for (const [from, to] of scan.entries()) {
    if (!inPieces) continue;
    entry.push(parsed(bytes.toString('utf8', from, to), scan.mayChange));
    scan.mayChange = false;
    if (turns.due()) await turns.give();
  }
  if (scan.entryList === undefined || !inPieces)
    return checked(parsed(bytes.toString('utf8', start), scan.mayChange), scan);
  const [from, to] = scan.entryList;
  const rest = parsed(`${bytes.toString('utf8', start, from)}${bytes.toString('utf8', to)}`, true);
  return checked(isObject(rest) ? { ...rest, entry } : rest, scan);
}

/** Only the entries of a bundle have limits of their own. */
function checked(content: unknown, { elements }: ContentScan): unknown {
  const type = isObject(content) ? content['resourceType'] : undefined;
  if (type !== 'Bundle' && elements > RESOURCE_LIMITS.elements)
    throw limitExceeded('elements', typeof type === 'string' ? type : '');
  return content;
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
