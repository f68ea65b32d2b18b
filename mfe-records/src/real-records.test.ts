/** @jest-environment ./shared/build/src/jest-browser.cjs */
import type { Locale } from '@phr/contract/host-api';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { screen, waitFor } from '@testing-library/dom';
import { describe as tell } from '@phr/fhir/describe';
import { planImport, readFile } from '@phr/fhir/import-plan';
import { isObject } from '@phr/fhir/json';
import { mountView } from '@phr/module-kit/mount';
import { searchset } from '@phr/testing/dev-page';
import { createFakeHost } from '@phr/testing/fake-host';
import { openPart } from '@phr/testing/open-part';
import { inTurn } from '../../tools/sample.ts';
import module from './module.ts';

// Real records of other systems: everything importable is shown somewhere in words, never blank.

const FOLDER = path.resolve(import.meta.dirname, '../../../shared/data/records');
const files = existsSync(FOLDER)
  ? readdirSync(FOLDER)
      .filter((name) => name.endsWith('.json'))
      .toSorted()
  : [];
if (files.length === 0) console.info(`skipped: no records in ${FOLDER}`);

type Resource = { readonly resourceType: string; readonly id: string; readonly [element: string]: unknown };
type Stored = ReadonlyMap<string, readonly Resource[]>;

/** Content of the record server after the import; undefined if the file is rejected. */
function stored(name: string): Stored | undefined {
  const read = readFile(readFileSync(path.join(FOLDER, name), 'utf8'));
  if (!('json' in read)) return undefined;
  const plan = planImport(read.json, { patientId: 'patient-main' });
  if (plan.kind === 'refused') return undefined;
  const entries = plan.transactions.flat();
  const idOf = new Map(
    entries.map(({ fullUrl, resource }, index) => [
      fullUrl,
      `${resource.resourceType}/${resource.resourceType.toLowerCase()}-${index}`,
    ]),
  );
  const resources = entries.map(({ fullUrl, resource }): Resource => {
    const linked: unknown = JSON.parse(JSON.stringify(resource), (key, value: unknown) =>
      key === 'reference' && typeof value === 'string' ? (idOf.get(value) ?? value) : value,
    );
    return {
      ...(isObject(linked) ? linked : {}),
      resourceType: resource.resourceType,
      id: idOf.get(fullUrl)?.split('/')[1] ?? '',
    };
  });
  return Map.groupBy(resources, ({ resourceType }) => resourceType);
}

async function open(records: Stored, address: string, locale: 'vi-VN' | 'en-US'): Promise<void> {
  const host = createFakeHost({
    path: address,
    settings: { locale },
    respond: ({ path: asked, query }) => {
      const ids = query?.['_id']?.toString().split(',');
      const encounter = query?.['encounter'];
      const rows = (records.get(asked.split('/').at(-1) ?? '') ?? []).filter(
        (row) =>
          (ids === undefined || ids.includes(row.id)) &&
          (encounter === undefined ||
            JSON.stringify(row['encounter'] ?? '').includes(`Encounter/${String(encounter)}"`)),
      );
      return searchset(rows);
    },
  });
  await openPart(mountView, module, host);
  await screen.findByRole('heading', { level: 1 });
  await settled();
  for (let closed = closedParts(); closed.length > 0; closed = closedParts()) {
    for (const part of closed) part.querySelector('summary')?.click();
    // a list re-rendered meanwhile is checked in the next iteration
    const opened = (part: Element) => !part.isConnected || part.childElementCount > 1;
    await waitFor(() => expect(closed.every(opened)).toBe(true));
    await settled();
  }
}

const closedParts = () => [...document.querySelectorAll<HTMLDetailsElement>('details:not([open])')];

/** Nothing is loading any more. */
const settled = () => waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull());

/** Codes in a file that are not words and must never appear alone. */
function bareCodes(records: Stored): ReadonlySet<string> {
  const codes = new Set<string>();
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(walk);
    else if (isObject(value)) {
      if (typeof value['code'] === 'string' && typeof value['system'] === 'string') codes.add(value['code']);
      Object.values(value).forEach(walk);
    }
  };
  walk([...records.values()]);
  return codes;
}

/** Checks the page's content. */
function check(codes: ReadonlySet<string>): void {
  expect(document.body.textContent).not.toMatch(/undefined|Invalid Date|\bNaN\b|\[object|\bnull\b/);
  const rows = [...screen.queryAllByRole('listitem'), ...screen.queryAllByRole('row')];
  for (const row of rows) {
    expect(row.textContent.trim()).not.toBe('');
    for (const words of row.querySelectorAll('span:not(:has(*)), dd'))
      expect([row.textContent, codes.has(words.textContent)]).toEqual([row.textContent, false]);
  }
}

/** Rows of a list that are in the page at once. */
const WINDOW = 60;

/** What must be findable: the name of each entry. Encounters have their own links. */
function wanted(records: Stored, locale: Locale): ReadonlySet<string> {
  const all = [...records.values()].flatMap((resources) => resources.slice(0, WINDOW));
  return new Set(
    all.map((resource) => (resource.resourceType === 'Encounter' ? resource.id : tell(resource, locale).title)),
  );
}

/** Limit of details per type; the rest differ in numbers only. */
const SOME = 4;

/** A third in rotation; all when the code that shows them changes, and at night (ADR 0053). */
const turn = inTurn(files, 3, ['mfe-records', 'shared/fhir']);

const suite = turn.length === 0 ? describe.skip : describe;
suite('records of other systems', () => {
  test.each(turn)(
    '%s',
    async (name) => {
      const records = stored(name);
      if (records === undefined) return;
      const codes = bareCodes(records);
      const addresses = [
        '/conditions',
        '/immunizations',
        '/observations-list',
        '/observations-list?show=reports',
        '/results',
        '/encounters',
        ...(records.get('Encounter') ?? []).slice(0, SOME).map(({ id }) => `/encounter-details/${id}`),
        ...(records.get('DiagnosticReport') ?? []).slice(0, SOME).map(({ id }) => `/report-details/${id}`),
      ];
      for (const locale of ['vi-VN', 'en-US'] as const) {
        const missing = new Set(wanted(records, locale));
        for (const address of addresses) {
          await open(records, address, locale);
          check(codes);
          const page = `${document.body.textContent} ${[...document.querySelectorAll('a')].map(({ href }) => href).join(' ')}`;
          for (const words of missing) if (page.includes(words)) missing.delete(words);
        }
        expect([...missing]).toEqual([]);
      }
    },
    120_000,
  );
});
