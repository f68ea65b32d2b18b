/** @jest-environment node */
import { readFileSync } from 'node:fs';
import { vitalKeyOf } from '@phr/clinical/codings';
import { DEMO, demoBundles, HOSPITAL_RECORDS, type DemoBundle, type DemoResource } from './demo-data.ts';
import { CT_INTERCEPT, CT_SIZE, ctSlice, nodulePlace } from './demo/phantom.ts';

const NOW = new Date('2026-11-28T03:00:00Z');
const bundles = demoBundles(NOW);
const resourcesOf = (bundle: DemoBundle): readonly DemoResource[] =>
  bundle.bundle.entry.map(({ resource }) => resource);
const all = bundles.flatMap(resourcesOf);
const ofType = (type: string, from: readonly DemoResource[] = all): readonly DemoResource[] =>
  from.filter(({ resourceType }) => resourceType === type);
const bundleOf = (name: DemoBundle['name']): DemoBundle => {
  const bundle = bundles.find((candidate) => candidate.name === name);
  if (bundle === undefined) throw new Error(`no bundle ${name}`);
  return bundle;
};

/** All values of a named element anywhere in a value. */
function textsOf(value: unknown, name: string): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item) => textsOf(item, name));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    key === name && typeof item === 'string' ? [item] : textsOf(item, name),
  );
}

test('the same moment gives the same data, and ids stay when time goes on', () => {
  const again = demoBundles(NOW);
  expect(again.map(({ bundle }) => bundle)).toEqual(bundles.map(({ bundle }) => bundle));
  const fileOf = (from: readonly DemoBundle[]): Uint8Array | undefined =>
    from.flatMap(({ files }) => files).find(({ contentType }) => contentType === 'application/pdf')?.bytes;
  expect(Buffer.from(fileOf(again) ?? [])).toEqual(Buffer.from(fileOf(bundles) ?? []));
  const later = demoBundles(new Date('2027-03-03T10:00:00Z')).flatMap(resourcesOf);
  const before = new Set(all.map(({ id }) => id));
  expect(
    later.filter(({ resourceType, id }) => !['Slot', 'Observation'].includes(resourceType) && !before.has(id)),
  ).toEqual([]);
});

test('ids are unique UUIDs and fit the address of their entry', () => {
  const addresses = bundles.flatMap(({ bundle }) =>
    bundle.entry.map(({ request, resource }) => {
      expect(request.url).toBe(`${resource.resourceType}/${resource.id}`);
      expect(resource.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-[48][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      return request.url;
    }),
  );
  expect(new Set(addresses).size).toBe(addresses.length);
});

test('a bundle fits a transaction, and every reference leads to something loaded with it or before', () => {
  const known = new Set<string>();
  for (const bundle of bundles) {
    expect(bundle.bundle.entry.length).toBeLessThanOrEqual(1000);
    for (const { resourceType, id } of resourcesOf(bundle)) known.add(`${resourceType}/${id}`);
    expect(textsOf(bundle.bundle, 'reference').filter((reference) => !known.has(reference))).toEqual([]);
  }
});

test('nothing of a person points into a record outside the family', () => {
  const allowed: Readonly<Record<string, readonly string[]>> = {
    anh: ['anh'],
    khang: ['khang'],
    chau: ['chau', 'anh', 'khang'],
    bao: ['bao'],
  };
  for (const bundle of bundles.slice(1)) {
    // hospital records of the person: the hospital's own, and the linked one
    const hospitals: readonly string[] =
      bundle.name === 'chau'
        ? [HOSPITAL_RECORDS.mayTrang.id]
        : bundle.patientId === undefined
          ? []
          : [bundle.patientId];
    const ids: readonly (string | undefined)[] = [
      ...(allowed[bundle.name] ?? []).map((name) => Object.entries(DEMO).find(([key]) => key === name)?.[1].id),
      ...(bundle.name === 'household' ? bundle.family.map(({ patientId }) => patientId) : []),
    ];
    const foreign = textsOf(bundle.bundle, 'reference').filter(
      (text) => text.startsWith('Patient/') && ![...ids, ...hospitals].includes(text.slice(8)),
    );
    expect(foreign).toEqual([]);
  }
});

test('every attachment has its file under the patient of the record, and every file is attached', () => {
  for (const { patientId, bundle, files } of bundles) {
    const urls = new Set(
      [
        ...ofType('DiagnosticReport', resourcesOf({ ...bundleOf('directory'), bundle })),
        ...ofType('Media', resourcesOf({ ...bundleOf('directory'), bundle })),
        ...ofType('DocumentReference', resourcesOf({ ...bundleOf('directory'), bundle })),
      ]
        .flatMap((resource) => textsOf(resource, 'url'))
        .filter((url) => url.includes('/reports/')),
    );
    expect(new Set(files.map(({ key }) => key))).toEqual(urls);
    for (const { key } of files)
      expect(key).toMatch(new RegExp(`^${patientId}/reports/[0-9a-f-]{36}\\.(dcm|pdf|png)$`));
  }
});

test('files begin as their type demands', () => {
  const starts: Readonly<Record<string, (bytes: Uint8Array) => string>> = {
    'application/pdf': (bytes) => Buffer.from(bytes.subarray(0, 5)).toString('latin1'),
    'image/png': (bytes) => Buffer.from(bytes.subarray(1, 4)).toString('latin1'),
    'application/dicom': (bytes) => Buffer.from(bytes.subarray(128, 132)).toString('latin1'),
  };
  const seen = new Set<string>();
  for (const file of bundles.flatMap(({ files }) => files)) {
    if (seen.has(file.contentType)) continue;
    seen.add(file.contentType);
    expect(starts[file.contentType]?.(file.bytes)).toBe(
      { 'application/pdf': '%PDF-', 'image/png': 'PNG', 'application/dicom': 'DICM' }[file.contentType],
    );
  }
  expect(seen.size).toBe(3);
});

test('no reading lies in the future, the newest is fresh, and readings go back three years', () => {
  const times = ofType('Observation', resourcesOf(bundleOf('anh'))).map((resource) =>
    Date.parse(String(resource['effectiveDateTime'])),
  );
  expect(Math.max(...times)).toBeLessThanOrEqual(NOW.getTime());
  expect(NOW.getTime() - Math.max(...times)).toBeLessThan(4 * 86_400_000);
  expect(NOW.getTime() - Math.min(...times)).toBeGreaterThan(3 * 364 * 86_400_000);
});

test('the mother has years of blood pressure with some dangerous days, in both hands of patient and clinic', () => {
  const pressures = ofType('Observation', resourcesOf(bundleOf('anh'))).filter((resource) =>
    textsOf(resource['code'], 'code').includes('85354-9'),
  );
  expect(pressures.length).toBeGreaterThan(300);
  const json = pressures.map((pressure) => JSON.stringify(pressure));
  const systolic = json.map((text) => Number(/"value":(\d+)/.exec(text)?.[1]));
  expect(systolic.filter((value) => value >= 160).length).toBeGreaterThan(3);
  expect(Math.max(...systolic)).toBeGreaterThan(185);
  expect(json.filter((text) => text.includes('"reference":"Organization/')).length).toBeGreaterThan(5);
  expect(json.filter((text) => text.includes('"performer":[{"reference":"Patient/')).length).toBeGreaterThan(250);
});

test('every vital-sign reading is under known codes, with value and unit', () => {
  const vitals = ofType('Observation').filter((resource) =>
    textsOf(resource['category'], 'code').includes('vital-signs'),
  );
  const kinds = new Set(
    vitals.map((resource) => {
      const keys = textsOf(resource['code'], 'code').map(vitalKeyOf);
      expect(new Set(keys).size).toBe(1);
      expect(JSON.stringify(resource)).toMatch(/"valueQuantity":\{"value":[\d.]+,"unit":"[^"]+"/);
      return keys[0];
    }),
  );
  expect(kinds).toEqual(
    new Set([
      'bloodPressures',
      'heartRates',
      'respiratoryRates',
      'temperatures',
      'spo2s',
      'weights',
      'heights',
      'bmis',
      'glucoses',
      'ketones',
      'uricAcids',
      'cholesterols',
    ]),
  );
  const units = ofType('Observation')
    .filter((resource) => textsOf(resource['code'], 'code').includes('15074-8'))
    .flatMap((resource) => textsOf(resource['valueQuantity'], 'unit'));
  expect(new Set(units)).toEqual(new Set(['mmol/L', 'mg/dL']));
});

test('encounters and appointments of every kind and status are there', () => {
  const encounters = ofType('Encounter');
  expect(new Set(encounters.flatMap(({ class: kind }) => textsOf(kind, 'code')))).toEqual(
    new Set(['SS', 'IMP', 'F0H', 'POST_COVID', 'FAMILY_DOCTOR']),
  );
  expect(new Set(encounters.map(({ status }) => status))).toEqual(
    new Set(['planned', 'arrived', 'in-progress', 'finished', 'cancelled', 'unknown']),
  );
  expect(new Set(ofType('Appointment').map(({ status }) => status))).toEqual(
    new Set(['pending', 'booked', 'proposed', 'waitlist', 'fulfilled', 'cancelled', 'noshow']),
  );
});

test('slots are ahead, mostly free, and those of open appointments are taken', () => {
  const slots = ofType('Slot');
  const free = slots.filter(({ status }) => status === 'free').length;
  expect(free / slots.length).toBeGreaterThan(0.6);
  for (const appointment of ofType('Appointment')) {
    for (const reference of textsOf(appointment['slot'], 'reference')) {
      const slot = slots.find(({ id }) => id === reference.slice(5));
      expect([slot?.['status'], slot?.['start']]).toEqual(['busy', appointment['start']]);
    }
  }
});

test('the nodule of the chest series moves from slice to slice and is brighter than the lung around it', () => {
  const centres = Array.from({ length: 24 }, (_, index) => nodulePlace(index));
  const seen = centres.flatMap((place, index) =>
    place === undefined || place.radius < 3 ? [] : [{ ...place, index }],
  );
  expect(seen.length).toBeGreaterThan(4);
  expect(new Set(seen.map(({ x }) => Math.round(x))).size).toBeGreaterThan(3);
  expect(centres[0]).toBeUndefined();
  for (const { x, y, index } of seen) {
    const value = (ctSlice(index)[Math.round(y) * CT_SIZE + Math.round(x)] ?? 0) + CT_INTERCEPT;
    expect(value).toBeGreaterThan(-50);
  }
});

test("demo COVID-19 reports match their encounter's assessment, and no screen about them has gaps", () => {
  const risks = ofType('RiskAssessment');
  for (const name of ['anh', 'chau', 'khang'] as const)
    expect(
      risks.filter(({ subject }) => textsOf(subject, 'reference').includes(`Patient/${DEMO[name].id}`)).length,
    ).toBeGreaterThan(0);
  for (const risk of risks) {
    expect(textsOf(risk['prediction'], 'text').length).toBeGreaterThan(0);
    expect([risk['mitigation'], risk['note'], textsOf(risk['encounter'], 'reference').length]).toEqual([
      expect.stringMatching(/\.$/),
      expect.anything(),
      1,
    ]);
  }
  for (const encounter of ofType('Encounter').filter(({ class: kind }) => textsOf(kind, 'code').includes('F0H'))) {
    const last = risks
      .filter((risk) => textsOf(risk['encounter'], 'reference')[0] === `Encounter/${encounter.id}`)
      .toSorted((a, b) => Date.parse(String(b['occurrenceDateTime'])) - Date.parse(String(a['occurrenceDateTime'])))[0];
    const priority = { veryDangerous: 'S', dangerous: 'A', mild: 'UR', veryMild: 'R', target: 'R' }[
      textsOf(last?.['prediction'], 'code')[0] ?? ''
    ];
    expect(textsOf(encounter['priority'], 'code')).toEqual([priority]);
  }
  const forms = new Map(
    ofType('Questionnaire').map((form) => [`Questionnaire/${form.id}`, new Set(textsOf(form['item'], 'text'))]),
  );
  const answers = ofType('QuestionnaireResponse');
  expect(answers.length).toBeGreaterThan(4);
  for (const answered of answers)
    for (const question of textsOf(answered['item'], 'text'))
      expect(forms.get(String(answered['questionnaire']))).toContain(question);
});

test('names, phones and identifiers are as the record server keeps them', () => {
  const chau = ofType('Patient').find(({ id }) => id === DEMO.chau.id);
  expect(chau).toMatchObject({
    name: [{ text: 'TRẦN MINH CHÂU', given: ['TRẦN', 'MINH'], family: 'CHÂU' }],
    telecom: [{ value: '84901234567' }, {}],
  });
  for (const { pi } of Object.values(DEMO)) expect(pi).toMatch(/^[A-Z0-9]{9}$/);
  expect(ofType('Group').map(({ member }) => textsOf(member, 'reference')[0])).toEqual(
    [DEMO.chau.id, DEMO.bao.id, bundleOf('household').patientId].map((id) => `Patient/${id}`),
  );
});

test('[PROF-25] an occupation has the code and the words of the list that the server offers', () => {
  const words = new Map(
    readFileSync('backend/src/gateway/reference/data/occupations.tsv', 'utf8')
      .split('\n')
      .map((line) => line.split('\t'))
      .map(([code, , vi]) => [code, vi]),
  );
  const kept = ofType('Patient')
    .flatMap(
      ({ extension = [] }) =>
        extension as readonly {
          readonly url: string;
          readonly valueCoding?: { readonly code: string; readonly display: string };
        }[],
    )
    .flatMap(({ url, valueCoding }) => (/job-title$/.test(url) && valueCoding !== undefined ? [valueCoding] : []));
  expect(kept.length).toBeGreaterThan(2);
  for (const { code, display } of kept) expect(display).toBe(words.get(code));
});

test('the main demo person and her mother each have a ten-second ECG in three leads', () => {
  for (const name of ['chau', 'anh'] as const) {
    const ecg = bundles
      .filter((bundle) => bundle.name === name)
      .flatMap(resourcesOf)
      .find(({ code }) => vitalKeyOf(textsOf(code, 'code')[0] ?? '') === 'ecgs');
    expect(textsOf(ecg, 'data').map((lead) => lead.split(' ').length)).toEqual([5000, 5000, 5000]);
  }
});

test('a demo household holds each kind of right: to keep, to read, and one that ends in days', () => {
  const { account, family } = bundleOf('household');
  expect(account?.userName).toBe('0903456789');
  expect(family.map(({ rights, endsAt }) => [rights, endsAt?.toISOString()])).toEqual([
    ['write', undefined],
    ['read', undefined],
    ['read', '2026-12-01T03:00:00.000Z'],
  ]);
});
