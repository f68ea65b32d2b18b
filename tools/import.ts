import { readFile as readBytes } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Locale } from '@phr/contract/host-api';
import { typeWords } from '@phr/fhir/dictionary.types';
import {
  planImport,
  readFile,
  type ImportNote,
  type ImportPlan,
  type PlannedEntry,
  type Refusal,
} from '@phr/fhir/import-plan';
import { comparePerson, personFacts, personOf, type PersonFacts } from '@phr/fhir/import-person';
import { noteWords, reasonWords, refusalWords } from '@phr/fhir/import-words';
import { sha256Of, withImportTag } from '@phr/fhir/imports';
import { lenientObject, list, number, text } from '@phr/fhir/json';
import { format } from '@phr/i18n/format';
import { matchLocale } from '@phr/i18n/locale';
import { contactPoint, humanName, reference } from '@phr/fhir/datatypes';
import { knownPart } from '../backend/src/fhir/known-part.ts';
import { readAddresses, signIn, userOf } from './sign-in.ts';

const USAGE = `pnpm run import <file> --patient <id or phone> [--server http://localhost:4000] [--confirm-person]
pnpm run import --undo <id of an import> [--server http://localhost:4000]

Loads a FHIR R4 JSON file (transaction, batch, collection, searchset, document, or one resource) into a person's record, or takes an import back.
The server is the one named, else the one of this machine at PORT. A file about somebody whose name, sex or birth date is not that of the record is
taken only with --confirm-person. Signs in as PHR_USER with PHR_PASSWORD (by default the demo account), or uses the access token in PHR_TOKEN.`;

const DEMO_USER = '0901234567';
const DEMO_PASSWORD = 'phr-demo-2026';
/**
 * An entry that the server rejects is left out and the rest is tried again; more rounds than this indicate another
 * fault.
 */
const MOST_ROUNDS = 20;

/** What became of a file. */
export interface ImportReport {
  /** By resource type. */
  readonly stored: ReadonlyMap<string, number>;
  readonly existing: ReadonlyMap<string, number>;
  readonly skipped: readonly ImportNote[];
  readonly changed: readonly ImportNote[];
}

/** Sends one request to the record server. */
export type Send = (
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
) => Promise<{ readonly status: number; readonly body: unknown }>;

const outcome = lenientObject({ issue: list(lenientObject({ diagnostics: text, expression: list(text) })) });
const answer = lenientObject({
  entry: list(lenientObject({ response: lenientObject({ status: text, location: text }) })),
});

/**
 * Stores a file's content in a person's record, tagged with the import if there is one. Returns why the file is
 * rejected, or what was stored. Throws Error when the server fails. The caller has already checked whose record it is
 * (`personDoubt`).
 */
export async function importRecord(
  json: unknown,
  patientId: string,
  send: Send,
  importId?: string,
): Promise<ImportReport | Refusal> {
  const refused = new Map<number, string>();
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const plan = planImport(json, { patientId, refused, known: knownPart });
    if (plan.kind === 'refused') return plan;
    const sent = await sendPlan(plan, send, refused, importId);
    if (sent !== undefined) return { ...sent, skipped: plan.skipped, changed: plan.changed };
  }
  throw new Error('The record server refused too many entries');
}

/** Sends all transactions; undefined when entries were rejected, which are then in `refused`. */
async function sendPlan(
  plan: ImportPlan,
  send: Send,
  refused: Map<number, string>,
  importId: string | undefined,
): Promise<Pick<ImportReport, 'stored' | 'existing'> | undefined> {
  const stored = new Map<string, number>();
  const existing = new Map<string, number>();
  const known = new Map<string, string>();
  for (const entries of plan.transactions) {
    const entry = entries.map(({ fullUrl, resource, request }) => ({
      fullUrl,
      resource:
        importId === undefined ? withKnown(resource, known) : withImportTag(withKnown(resource, known), importId),
      request,
    }));
    const { status, body } = await send('POST', '', { resourceType: 'Bundle', type: 'transaction', entry });
    if (status >= 400) {
      if (!noteRefused(body, entries, refused))
        throw new Error(`${status}: ${outcome(body)?.issue?.[0]?.diagnostics ?? 'the record server failed'}`);
      return undefined;
    }
    answer(body)?.entry?.forEach(({ response }, index) => {
      const planned = entries[index];
      if (planned === undefined) return;
      const counts = response?.status?.startsWith('201') === true ? stored : existing;
      counts.set(planned.resource.resourceType, (counts.get(planned.resource.resourceType) ?? 0) + 1);
      const address = /([A-Z][A-Za-z]+\/[A-Za-z0-9.-]+)(?:\/_history\/.*)?$/.exec(response?.location ?? '')?.[1];
      if (address !== undefined) known.set(planned.fullUrl, address);
    });
  }
  return { stored, existing };
}

function noteRefused(body: unknown, entries: readonly PlannedEntry[], refused: Map<number, string>): boolean {
  let noted = false;
  for (const { diagnostics = '', expression = [] } of outcome(body)?.issue ?? []) {
    const match = /^Bundle\.entry\[(\d+)\](?:\.resource)?\.?(.*)$/.exec(expression[0] ?? '');
    const planned = match?.[1] === undefined ? undefined : entries[Number(match[1])];
    if (planned === undefined || refused.has(planned.index)) continue;
    refused.set(
      planned.index,
      [match?.[2], diagnostics].filter((part) => part !== undefined && part !== '').join(': '),
    );
    noted = true;
  }
  return noted;
}

/** References to what an earlier transaction stored. */
function withKnown<T>(resource: T, known: ReadonlyMap<string, string>): T {
  if (known.size === 0) return resource;
  return JSON.parse(JSON.stringify(resource), (key, value: unknown) =>
    key === 'reference' && typeof value === 'string' ? (known.get(value) ?? value) : value,
  ) as T;
}

const WORDS = {
  'vi-VN': {
    stored: 'Đã lưu',
    existing: 'Đã có từ lần nhập trước',
    skipped: 'Không lưu',
    changed: 'Đã lưu, có lưu ý',
    unreadable: 'Không đọc được tệp {place}',
    noRecord: 'Không có hồ sơ này, hoặc tài khoản không được quyền xem.',
    record: 'Hồ sơ',
    server: 'Lưu vào máy chủ',
    noServer: 'Hãy ghi máy chủ: --server <địa chỉ>, hoặc đặt PORT.',
    otherPerson: 'Chưa lưu gì. Tệp ghi là của người khác với hồ sơ này:',
    inFile: 'Trong tệp',
    confirm: 'Nếu đúng là của người này, chạy lại với --confirm-person.',
    undoWith: 'Mã lần nhập {id}. Hoàn tác lần nhập này: pnpm run import --undo {id} --server {server}',
    undone: 'Đã hoàn tác, số mục đã xóa: {n}',
    kept: 'Giữ lại vì đã được sửa sau khi nhập',
  },
  'en-US': {
    stored: 'Stored',
    existing: 'Already there from an earlier import',
    skipped: 'Not stored',
    changed: 'Stored, with a remark',
    unreadable: 'The file {place} cannot be read',
    noRecord: 'There is no such record, or the account may not see it.',
    record: 'Record',
    server: 'Stored on the server',
    noServer: 'Name the server: --server <address>, or set PORT.',
    otherPerson: 'Nothing was stored. The file is about somebody else than this record:',
    inFile: 'In the file',
    confirm: 'If it is about this person after all, run it again with --confirm-person.',
    undoWith: 'Import {id}. To undo this import: pnpm run import --undo {id} --server {server}',
    undone: 'Undone, entries deleted: {n}',
    kept: 'Kept, because they were changed since',
  },
} as const satisfies Readonly<Record<Locale, object>>;

/** The report as plain text. */
export function reportWords(report: ImportReport, locale: Locale): string {
  const words = WORDS[locale];
  const counts = (label: string, map: ReadonlyMap<string, number>): readonly string[] => {
    const total = [...map.values()].reduce((sum, count) => sum + count, 0);
    return total === 0
      ? []
      : [
          `${label}: ${total}`,
          ...[...map].sort(([, a], [, b]) => b - a).map(([type, count]) => `  ${count} × ${typeWords(type, locale)}`),
        ];
  };
  const notes = (label: string, all: readonly ImportNote[]): readonly string[] =>
    all.length === 0 ? [] : [`${label}: ${all.length}`, ...all.map((note) => `  - ${noteWords(note, locale)}`)];
  return [
    ...counts(words.stored, report.stored),
    ...counts(words.existing, report.existing),
    ...notes(words.skipped, report.skipped),
    ...notes(words.changed, report.changed),
  ].join('\n');
}

/**
 * The persons in the file and in the record, when they may be different people; undefined when they are the same, or
 * the file names nobody.
 */
export function personDoubt(json: unknown, record: PersonFacts, locale: Locale): string | undefined {
  const file = personOf(json);
  const { verdict } = comparePerson(file, record);
  if (verdict === 'none' || verdict === 'same') return undefined;
  const words = WORDS[locale];
  const factsText = ({ name = '?', gender = '?', birthDate = '?' }: PersonFacts): string =>
    `${name}, ${gender}, ${birthDate}`;
  return [
    words.otherPerson,
    `  ${words.inFile}: ${factsText(file ?? {})}`,
    `  ${words.record}: ${factsText(record)}`,
    words.confirm,
  ].join('\n');
}

const user = lenientObject({ data: lenientObject({ patient_id: text }) });
const searchset = lenientObject({
  entry: list(lenientObject({ resource: lenientObject({ member: list(lenientObject({ entity: reference })) }) })),
});
const person = lenientObject({ name: list(humanName), telecom: list(contactPoint) });
const begun = lenientObject({ data: lenientObject({ id: text }) });
const undone = lenientObject({
  data: lenientObject({ deleted: number, kept: list(lenientObject({ type: text, id: text })) }),
});

/**
 * The id of the named person: a given id is used as it is, a phone number selects one of the account's people. Throws
 * Error when there is no match.
 */
async function findPatient(named: string, userId: string | undefined, userName: string, send: Send): Promise<string> {
  const isPhone = /^\+?[\d\s.]{9,15}$/.test(named);
  if (!isPhone) return named;
  const main = user((await send('GET', `/User/${userId ?? ''}`)).body)?.data?.patient_id;
  if (main === undefined) throw new Error('This account has no record yet');
  const family = searchset((await send('GET', `/Patient/${main}/Group?type=person&code=FAMILY&_count=1`)).body);
  const members =
    family?.entry
      ?.flatMap(({ resource }) => resource?.member ?? [])
      .map(({ entity }) => entity?.reference?.replace('Patient/', '')) ?? [];
  for (const id of new Set([main, ...members])) {
    if (id === undefined) continue;
    const read = person((await send('GET', `/Patient/${id}`)).body);
    if (read?.telecom?.some(({ value }) => value !== undefined && digits(value) === digits(named)) === true) return id;
  }
  if (digits(userName) === digits(named)) return main;
  throw new Error(`Nobody of this account has the phone number ${named}`);
}

/** The last nine digits: the same for 0901…, 84901… and +84 901…. */
function digits(phone: string): string {
  return phone.replace(/\D/g, '').slice(-9);
}

/** Requests of a signed-in person to the record server and to the product's own services. */
interface Session {
  readonly fhir: Send;
  readonly phr: Send;
  readonly userId: string | undefined;
  readonly userName: string;
}

async function openSession(server: string, locale: Locale): Promise<Session> {
  const addresses = await readAddresses(server);
  const userName = process.env['PHR_USER'] ?? DEMO_USER;
  const token =
    process.env['PHR_TOKEN'] ??
    (await signIn(server, addresses, userName, process.env['PHR_PASSWORD'] ?? DEMO_PASSWORD));
  const sendTo =
    (base: string, type: string): Send =>
    async (method, target, body) => {
      const response = await fetch(`${base}${target}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': type, 'accept-language': locale },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const answered = await response.text();
      return { status: response.status, body: answered === '' ? undefined : (JSON.parse(answered) as unknown) };
    };
  return {
    fhir: sendTo(addresses.fhir, 'application/fhir+json'),
    phr: sendTo(server, 'application/json'),
    userId: userOf(token),
    userName,
  };
}

/** Undoes an import and reports what remains. */
async function undoImport(importId: string, { phr }: Session, locale: Locale): Promise<number> {
  const { status, body } = await phr('POST', `/api/phr/import/${encodeURIComponent(importId)}/undo`, {});
  if (status >= 400) throw new Error(`${status}: ${importId}`);
  const { deleted = 0, kept = [] } = undone(body)?.data ?? {};
  console.log(format(WORDS[locale].undone, { n: String(deleted) }));
  if (kept.length > 0)
    console.log(`${WORDS[locale].kept}:\n${kept.map(({ type, id }) => `  ${type}/${id}`).join('\n')}`);
  return 0;
}

interface Source {
  readonly json: unknown;
  readonly name: string;
  readonly sha256: string;
}

/** Reads a file and detects its format. Throws Error with the reason when it is rejected. */
async function readSource(file: string, locale: Locale): Promise<Source> {
  // package managers run scripts in the project's folder; the file's path is relative to the user's folder
  const place = path.resolve(process.env['INIT_CWD'] ?? '.', file);
  const bytes = await readBytes(place).catch((error: unknown) => {
    throw new Error(format(WORDS[locale].unreadable, { place }), { cause: error });
  });
  const read = readFile(bytes.toString('utf8'));
  if ('reason' in read) throw new Error(reasonWords(read.reason, locale));
  return { json: read.json, name: path.basename(place), sha256: await sha256Of(new Uint8Array(bytes)) };
}

/** Stores a file that was found to be about this person, and prints how to undo it. */
async function store(source: Source, patientId: string, session: Session, server: string, locale: Locale) {
  const answer = await session.phr('POST', '/api/phr/import', {
    patientId,
    fileName: source.name,
    sha256: source.sha256,
  });
  const importId = begun(answer.body)?.data?.id;
  if (answer.status >= 400 || importId === undefined) throw new Error(`${answer.status}: ${WORDS[locale].noRecord}`);
  const result = await importRecord(source.json, patientId, session.fhir, importId);
  const isEmpty = 'kind' in result || result.stored.size === 0;
  // an import that stored nothing leaves no line
  if (isEmpty) await session.phr('POST', `/api/phr/import/${importId}/undo`, {});
  if ('kind' in result) {
    console.error(
      [refusalWords(result, locale), ...result.notes.map((note) => `  - ${noteWords(note, locale)}`)].join('\n'),
    );
    return 1;
  }
  console.log(reportWords(result, locale));
  if (!isEmpty) console.log(format(WORDS[locale].undoWith, { id: importId, server }));
  return 0;
}

/** The named server, or else the one on this machine at PORT; undefined when neither is given. */
export function serverOf(named: string | undefined, port: string | undefined): string | undefined {
  const address = named ?? (port === undefined || port === '' ? undefined : `http://localhost:${port}`);
  return address?.replace(/\/+$/, '');
}

async function main(): Promise<number> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      patient: { type: 'string' },
      server: { type: 'string' },
      undo: { type: 'string' },
      'confirm-person': { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  const [file] = positionals;
  if (values.help === true || (values.undo === undefined && (file === undefined || values.patient === undefined))) {
    console.log(USAGE);
    return values.help === true ? 0 : 2;
  }
  const locale = matchLocale(process.env['LC_ALL'] ?? process.env['LANG']);
  const words = WORDS[locale];
  const server = serverOf(values.server, process.env['PORT']);
  if (server === undefined) {
    console.error(words.noServer);
    return 2;
  }
  if (values.undo !== undefined) return undoImport(values.undo, await openSession(server, locale), locale);
  const source = await readSource(file ?? '', locale);
  const session = await openSession(server, locale);
  const patientId = await findPatient(values.patient ?? '', session.userId, session.userName, session.fhir);
  const { status, body } = await session.fhir('GET', `/Patient/${patientId}`);
  if (status !== 200) throw new Error(words.noRecord);
  const record = personFacts(body);
  console.log(`${words.server}: ${server}\n${words.record}: ${record.name ?? patientId}`);
  const doubt = personDoubt(source.json, record, locale);
  if (doubt !== undefined && values['confirm-person'] !== true) {
    console.error(doubt);
    return 1;
  }
  return store(source, patientId, session, server, locale);
}

if (import.meta.main) {
  main().then(
    (code) => {
      process.exitCode = code;
    },
    (error: unknown) => {
      console.error(error instanceof Error ? error.message : error);
      process.exitCode = 1;
    },
  );
}
