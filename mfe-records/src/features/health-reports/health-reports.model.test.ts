import { checkF0h, emptyF0h, f0hObservations, type F0hForm, readDraft, withSymptom } from './f0h-report.model.ts';
import {
  checkPostCovid,
  emptyPostCovid,
  postCovidFormOf,
  postCovidObservation,
  type PostCovidForm,
} from './post-covid-report.model.ts';
import { BASIC, CRITICAL, POST_COVID } from './symptoms.model.ts';

const ZONE = 'Asia/Ho_Chi_Minh';
const NOW = Date.parse('2026-11-28T10:00:00+07:00');
const MOMENT = { date: '28/11/2026', time: '09:00' };
const keys = (list: readonly { readonly key: string }[]) => list.map(({ key }) => key);

test('[SYM-02][SYM-03][SYM-04] the three lists', () => {
  expect(keys(POST_COVID)).toEqual([
    'hard-breath',
    'tired',
    'cough',
    'chest-pain',
    'headache',
    'memory-loss',
    'sleep-problem',
    'hoarseness',
    'muscle-joint-pain',
    'loss-of-taste-or-smell',
    'depression-anxiety',
    'fever',
  ]);
  expect(keys(BASIC)).toEqual([
    'tired',
    'cough',
    'cough-with-phlegm',
    'chills',
    'conjunctivitis',
    'loss-of-taste-or-smell',
    'diarrhea',
  ]);
  expect(keys(CRITICAL).toSorted()).toEqual(['cough-with-blood', 'hard-breath', 'prolonged-chest-pain', 'unconscious']);
});

test('[SYM-05] each symptom has a code, a display and the default NEG, also in the form', () => {
  for (const symptom of [...POST_COVID, ...BASIC, ...CRITICAL]) {
    expect(symptom).toMatchObject({
      key: expect.stringMatching(/^[a-z-]+$/) as string,
      display: expect.stringMatching(/\S/) as string,
      initial: 'NEG',
    });
  }
  expect([[...BASIC, ...CRITICAL].length, emptyF0h(MOMENT).symptoms]).toEqual([11, []]);
});

describe('report at home', () => {
  const occasion = {
    patientId: 'p',
    effective: '2026-11-28T09:00:00+07:00',
    issued: '2026-11-28T10:00:00+07:00',
    encounterId: 'e1',
    idOf: (name: string) => `id-${name}`,
  };
  const made = (part: Partial<F0hForm>) => {
    const checked = checkF0h({ ...emptyF0h(MOMENT), ...part }, NOW, ZONE, 'vi-VN');
    if (!checked.ok) throw new Error(JSON.stringify(checked.faults));
    return f0hObservations(checked.entry, occasion, 'Triệu chứng').map(
      ({ formId, resource }): Readonly<Record<string, unknown>> => ({ formId, ...resource }),
    );
  };

  test('[SYM-10] a reading is in the report only if it was filled in', () => {
    expect(made({ spo2: '97' })).toEqual([
      expect.objectContaining({
        formId: 'id-spo2s',
        valueQuantity: expect.objectContaining({ value: 97, code: '%' }) as object,
        encounter: { reference: 'Encounter/e1' },
      }),
    ]);
    expect(
      made({
        temperature: '38,2',
        pulse: '90',
        respiratoryRate: '18',
        systolic: '120',
        diastolic: '80',
        spo2: '0',
      }).map(({ formId }) => formId),
    ).toEqual(['id-temperatures', 'id-heartRates', 'id-respiratoryRates', 'id-bloodPressures']);
    expect(made({ systolic: '120', diastolic: '80' })[0]).toMatchObject({
      component: [{ valueQuantity: { value: 120 } }, { valueQuantity: { value: 80 } }],
    });
  });

  test('a symptom is ticked once, and one that is not there any more is no more told', () => {
    const empty = emptyF0h(MOMENT);
    const ticked = { ...empty, ...withSymptom({ ...empty, symptoms: ['cough'] }, 'cough', true) };
    expect(ticked.symptoms).toEqual(['cough']);
    expect(withSymptom(ticked, 'cough', false).symptoms).toEqual([]);
  });

  test('a draft keeps its symptoms, also one of the time when each had a field of its own', () => {
    const empty = emptyF0h(MOMENT);
    const typed = { ...empty, note: 'Mất ngủ', symptoms: ['cough', 'hard-breath'] };
    expect(readDraft(JSON.parse(JSON.stringify(typed)), empty)).toEqual(typed);
    const { symptoms: _symptoms, ...texts } = typed;
    const old = { ...texts, 'sym.cough': 'POS', 'sym.hard-breath': 'POS', 'sym.fever': 'NEG' };
    expect(readDraft(old, empty)).toEqual(typed);
    expect(readDraft({ ...typed, symptoms: 'x' }, empty)).toEqual({ ...typed, symptoms: [] });
  });

  test('[SYM-11][SYM-01] reports symptoms only with a note or one present, and then all of them', () => {
    expect(made({ spo2: '97' }).map(({ formId }) => formId)).not.toContain('id-symptoms');
    expect(made({ note: 'Mất ngủ' })).toEqual([
      expect.objectContaining({ formId: 'id-symptoms', note: [{ text: 'Mất ngủ' }] }),
    ]);
    const [report] = made({ symptoms: ['cough', 'hard-breath'] });
    const told = (
      report?.['component'] as {
        code: { coding: { code: string }[] };
        interpretation: { coding: { code: string }[] }[];
      }[]
    ).map(({ code, interpretation }) => [code.coding[0]?.code, interpretation[0]?.coding[0]?.code]);
    expect(told).toEqual(
      [...BASIC, ...CRITICAL].map(({ key }) => [key, key === 'cough' || key === 'hard-breath' ? 'POS' : 'NEG']),
    );
    expect(report).toMatchObject({ category: [{ coding: [{ code: 'survey' }] }], subject: { reference: 'Patient/p' } });
  });

  test('a report that says nothing, half a blood pressure, impossible values and the future are refused', () => {
    const faults = (part: Readonly<Record<string, string>>) => {
      const checked = checkF0h({ ...emptyF0h(MOMENT), ...part }, NOW, ZONE, 'vi-VN');
      return checked.ok ? [] : checked.faults;
    };
    expect(faults({})).toEqual([{ field: 'temperature', message: 'rep.err.empty' }]);
    expect(faults({ systolic: '120' })).toEqual([{ field: 'diastolic', message: 'rep.err.bothPressures' }]);
    expect(faults({ spo2: '101', pulse: '250' })).toEqual([
      { field: 'spo2', message: 'rep.err.spo2' },
      { field: 'pulse', message: 'rep.err.pulse' },
    ]);
    const meant = (value: string, unit: string, other: string) => ({
      message: 'rep.err.meant',
      words: { value, unit, other },
    });
    expect(faults({ temperature: '366', spo2: '0,97', systolic: '12', diastolic: '8' })).toEqual([
      { field: 'temperature', ...meant('366', '°C', '36,6 °C') },
      { field: 'spo2', ...meant('0,97', '%', '97\u00a0%') },
      { field: 'systolic', ...meant('12', 'mmHg', '120 mmHg') },
      { field: 'diastolic', ...meant('8', 'mmHg', '80 mmHg') },
    ]);
    expect(faults({ spo2: '97', time: '10:01' })).toEqual([{ field: 'time', message: 'form.err.future' }]);
  });
});

describe('report after COVID-19', () => {
  const form = (part: Partial<PostCovidForm>): PostCovidForm => ({
    ...emptyPostCovid(MOMENT),
    startDate: '01/11/2026',
    ...part,
  });
  const check = (part: Partial<PostCovidForm>) => checkPostCovid(form(part), NOW, ZONE, '2026-11-28');
  const faults = (part: Partial<PostCovidForm>) => {
    const checked = check(part);
    return checked.ok ? [] : checked.faults;
  };
  const made = (part: Partial<PostCovidForm>) => {
    const checked = check(part);
    if (!checked.ok) throw new Error(JSON.stringify(checked.faults));
    return postCovidObservation(checked.entry, {
      patientId: 'p',
      encounterId: undefined,
      zone: ZONE,
      issued: 'now',
      formId: 'f',
      title: 'Hậu COVID',
      testName: (key) => `Tên ${key}`,
    }).resource;
  };
  const SYMPTOMS = { ...emptyPostCovid(MOMENT).symptoms, cough: { severity: 'mild', frequency: 'often' } };

  test('[SYM-06][SYM-08] sends period, severity and frequency of symptoms, and absent ones as NEG', () => {
    const report = made({ symptoms: SYMPTOMS });
    expect(report).toMatchObject({ effectivePeriod: { start: '2026-11-01', end: '2026-11-28T09:00:00+07:00' } });
    expect(report).not.toHaveProperty('effectiveDateTime');
    const parts = report['component'] as {
      code: { coding: { code: string }[] };
      interpretation: { coding: { code: string }[] }[];
    }[];
    const said = Object.fromEntries(
      parts.map(({ code, interpretation }) => [
        code.coding[0]?.code,
        interpretation.map(({ coding }) => coding[0]?.code),
      ]),
    );
    expect(Object.keys(said)).toEqual(keys(POST_COVID));
    expect(said['cough']).toEqual(['POS', 'mild', 'often']);
    expect(said['fever']).toEqual(['NEG', 'none', 'never']);
  });

  test('[SYM-07] a positive test is a component with its date', () => {
    expect(made({ tests: [{ what: 'pcr', date: '02/10/2026' }] })['component']).toContainEqual(
      expect.objectContaining({
        code: {
          coding: [
            expect.objectContaining({ code: 'positive-test-date' }),
            expect.objectContaining({ code: '94500-6' }),
          ],
          text: 'Tên pcr',
        },
        valueDateTime: '2026-10-02',
      }),
    );
  });

  test('[SYM-08] a symptom that is there has a frequency, and one that is not has none', () => {
    const said = (severity: string, frequency: string) =>
      faults({ symptoms: { ...SYMPTOMS, fever: { severity, frequency } } });
    expect(said('severe', 'never')).toEqual([{ field: 'symptoms.fever', message: 'rep.err.frequency' }]);
    expect([said('severe', 'sometimes'), said('none', 'never')]).toEqual([[], []]);
  });

  test('[SYM-09] the note may be left out, and is told when it is there', () => {
    expect(made({ symptoms: SYMPTOMS })).not.toHaveProperty('note');
    expect(made({ note: ' Hay quên ' })).toMatchObject({ note: [{ text: 'Hay quên' }] });
  });

  test('[LAB-15] an added test or dose needs both what and when', () => {
    expect(faults({ tests: [{ what: '', date: '' }] })).toEqual([
      { field: 'tests.0.what', message: 'lab.err.type' },
      { field: 'tests.0.date', message: 'rep.err.date' },
    ]);
    expect(
      faults({
        vaccines: [
          { what: 'Cúm', date: '' },
          { what: ' ', date: '01/10/2026' },
        ],
      }),
    ).toEqual([
      { field: 'vaccines.0.date', message: 'rep.err.date' },
      { field: 'vaccines.1.what', message: 'rep.err.vaccine' },
    ]);
    expect(faults({ vaccines: [{ what: 'Cúm', date: '01/10/2026' }] })).toEqual([]);
  });

  test('a start after the report, no start and a report that says nothing are refused', () => {
    expect(faults({ symptoms: SYMPTOMS, startDate: '28/11/2026', date: '27/11/2026' })).toEqual([
      { field: 'startDate', message: 'rep.err.period' },
    ]);
    expect(faults({ symptoms: SYMPTOMS, startDate: '' })).toEqual([
      { field: 'startDate', message: 'rep.err.startDate' },
    ]);
    expect(faults({})).toEqual([{ field: 'note', message: 'rep.err.emptyPost' }]);
  });

  test('a draft comes back whole, and whatever is no part of the form is left out', () => {
    const first = emptyPostCovid(MOMENT);
    const kept = form({ symptoms: SYMPTOMS, tests: [{ what: 'pcr', date: '1' }] });
    expect(postCovidFormOf(JSON.parse(JSON.stringify({ ...kept, odd: 1 })), first)).toEqual(kept);
    expect(postCovidFormOf({ symptoms: { cough: 3 }, tests: 'x' }, first)).toEqual(first);
    expect(postCovidFormOf('text', first)).toBeUndefined();
  });
});

test('the report after COVID-19 starts with nothing chosen, and what nothing was said of says nothing', () => {
  const empty = emptyPostCovid({ date: '28/11/2026', time: '08:00' });
  expect(new Set(Object.values(empty.symptoms).flatMap(Object.values))).toEqual(new Set(['']));
  const checked = checkPostCovid(
    { ...empty, startDate: '01/11/2026' },
    Date.parse('2026-11-28T08:00:00Z'),
    'Asia/Ho_Chi_Minh',
    '2026-11-28',
  );
  expect(checked).toMatchObject({ ok: false, faults: [{ field: 'note', message: 'rep.err.emptyPost' }] });
});
