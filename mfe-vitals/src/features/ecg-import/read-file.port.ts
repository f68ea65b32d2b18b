import { observation } from '@phr/fhir/observation';
import { readSearchset } from '@phr/fhir/bundle';
import { isObject } from '@phr/fhir/json';
import { recordingOf } from '../ecg/recording.model.ts';
import type { ReadingContext } from '../readings/reading.model.ts';
import { type CsvChoice, readEcgCsv } from './csv.model.ts';
import { type ECG_FILES, EcgRefused, type ImportedEcg, isEcgFile } from './imported.model.ts';
import { readWfdb } from './wfdb.model.ts';

const LARGEST = 64 * 1024 * 1024;

/**
 * The ECG in files that a person chose: a WFDB header with its data files, a table of values, or a FHIR observation.
 * @param choice what the person says of a table that does not say it itself
 * @throws EcgRefused
 */
export async function readEcgFiles(
  files: readonly File[],
  choice: CsvChoice,
  context: ReadingContext,
): Promise<ImportedEcg> {
  if (files.reduce((sum, { size }) => sum + size, 0) > LARGEST) throw new EcgRefused('tooLong');
  const found = (kind: keyof typeof ECG_FILES) => files.find((file) => isEcgFile(file, kind));
  const header = found('header');
  if (header) {
    const data = await Promise.all(
      files.filter((file) => file !== header).map(async (file) => [file.name, await file.arrayBuffer()] as const),
    );
    return readWfdb(await header.text(), new Map(data));
  }
  const table = found('table');
  if (table) return readEcgCsv(await table.text(), choice);
  const json = found('fhir');
  if (json) return ofFhir(await json.text(), context);
  throw new EcgRefused(found('samples') ? 'headerMissing' : 'unknown');
}

function ofFhir(text: string, context: ReadingContext): ImportedEcg {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw new EcgRefused('unknown');
  }
  const isBundle = isObject(content) && content['resourceType'] === 'Bundle';
  const all = isBundle ? readSearchset(content, observation, 'Observation').resources : [observation(content)];
  // An observation in a file may have no id: it gets a new one when it is kept.
  const [recording] = all
    .map((one) => (one === undefined ? undefined : recordingOf({ ...one, id: one.id ?? 'file' }, context)))
    .filter((one) => one !== undefined && one.leads.length > 0);
  if (recording === undefined) throw new EcgRefused('noEcg');
  const at = recording.reading.measuredAt;
  const day = at === undefined ? undefined : /^\d{4}-\d{2}-\d{2}/.exec(at)?.[0];
  const time = at === undefined ? undefined : /T(\d{2}:\d{2})/.exec(at)?.[1];
  return {
    leads: recording.leads.map(({ name, signal }) => ({ name, signal })),
    rate: recording.rate,
    leftOut: [],
    ...(day === undefined ? {} : { day }),
    ...(time === undefined ? {} : { time }),
  };
}
