import { declarationsIn, reportOf, versionFault } from './sdk/api-report.ts';
import { compareApis } from './sdk/compare-apis.ts';
import { dirOf } from './workspace.ts';

// Starts the compiler for each case: a second or more when many tests are running.
import.meta.jest.setTimeout(60_000);

const CARD = `
/** How a card looks. */
export type Look = 'plain' | 'flat';
export interface CardProps {
    /** Heading. */
    readonly title?: string;
    readonly look: Look;
}
export declare function Card({ title, look }: CardProps): object;`.trim();
const before = new Map([['card.d.ts', CARD]]);
const withCard = (from: string, to: string) => new Map([['card.d.ts', CARD.replaceAll(from, to)]]);
const bumpOf = (from: string, to: string) => compareApis(dirOf('shared/ui'), before, withCard(from, to)).bump;

test('what modules could give must still be taken, what came is minor, words are a patch', () => {
  expect(bumpOf('Heading.', 'Its heading.')).toBe('patch');
  // the case from the audit: a prop that yesterday's shell does not know
  expect(bumpOf('readonly look', 'readonly warning?: string;\n    readonly look')).toBe('minor');
  expect(bumpOf("'flat'", "'flat' | 'warning'")).toBe('minor');
  expect(bumpOf('look: Look', 'look?: Look')).toBe('minor');
  expect(bumpOf(" | 'flat'", '')).toBe('major');
  expect(bumpOf('title?: string', 'title: string')).toBe('major');
  expect(bumpOf('readonly title?: string;', '')).toBe('major');
  expect(bumpOf('Card(', 'Panel(')).toBe('major');
  expect(compareApis(dirOf('shared/ui'), before, new Map()).changes).toEqual(['card.d.ts is gone']);
});

test('a version that says less than what changed is a fault that names it', () => {
  const warning = withCard('readonly look', 'readonly warning?: string;\n    readonly look');
  const fault = (version: string, now = warning) => versionFault('ui', { before: '1.2.0', version }, before, now);
  expect(fault('1.2.1')).toBe('@phr/ui 1.2.1 changes 1.2.0 by a minor version:\n  card.d.ts changed');
  expect([fault('1.3.0'), fault('2.0.0')]).toEqual([undefined, undefined]);
  expect(fault('1.3.0', withCard('title?:', 'title:'))).toContain('by a major version:\n  card.d.ts: Card');
  expect(fault('1.2.1', before)).toBeUndefined();
});

test('a report gives back the declarations that it was made of', () => {
  const two = new Map([...before, ['a/sheet.d.ts', 'export declare const sheet: string;']]);
  expect(declarationsIn(reportOf('ui', '1.0.0', two))).toEqual(two);
});
