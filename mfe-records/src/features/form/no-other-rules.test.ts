import { checkCondition } from '../conditions/new-condition.model.ts';
import { checkEncounter, EMPTY as EMPTY_ENCOUNTER } from '../encounter-create/new-encounter.model.ts';
import { checkF0h, emptyF0h } from '../health-reports/f0h-report.model.ts';
import { checkPostCovid, emptyPostCovid } from '../health-reports/post-covid-report.model.ts';
import { checkImmunization, EMPTY as EMPTY_IMMUNIZATION } from '../immunizations/immunization-form.model.ts';
import { checkLab } from '../lab/lab-observation.model.ts';
import { checkLink, EMPTY_LINK } from '../link-profile/link-request.model.ts';
import { readDynamicForms } from '../observation-create/dynamic-form.entity.ts';
import { checkObservation } from '../observation-create/observation-create.model.ts';
import { checkSocial, EMPTY_SOCIAL } from '../social-history/social-history.model.ts';

// Unguided user input: signs, tags, another script, one letter, digits only.
const ODD = ['?', '<b>x</b>', '😀', '東京', '12345', 'a', 'Bệnh viện "X" & con; -- Đ/c'];
const TODAY = '2026-11-28';
const NOW = Date.parse('2026-11-28T08:00:00Z');
const ZONE = 'Asia/Ho_Chi_Minh';
const MOMENT = { date: '27/11/2026', time: '07:00' };
const RESULTS = readDynamicForms([
  {
    code: 'chest-xray',
    category: 'imaging',
    title: 'X',
    fields: [
      { key: 'valueString', label: 'K', type: 'string', required: true },
      { key: 'performer', label: 'N', type: 'string' },
    ],
  },
]);

// Only the fields required by rules; free text is arbitrary.
const FORMS: Readonly<Record<string, (text: string) => { readonly ok: boolean }>> = {
  condition: (text) =>
    checkCondition({ disease: text, diseaseToken: '', recordedDate: '', status: '', severity: '' }, TODAY),
  immunization: (text) =>
    checkImmunization({ ...EMPTY_IMMUNIZATION, vaccine: text, facility: text, date: '01/02/1999' }, TODAY),
  'immunization with all fields': (text) =>
    checkImmunization(
      { vaccine: text, vaccineToken: '', facility: text, date: '28/11/2026', lot: text, note: text },
      TODAY,
    ),
  encounter: (text) =>
    checkEncounter(
      { ...EMPTY_ENCOUNTER, hospital: text, diagnosis: text, from: '01/02/1999' },
      { isBusy: false, hasFailed: false },
    ),
  'planned encounter': (text) =>
    checkEncounter(
      {
        ...EMPTY_ENCOUNTER,
        classCode: 'IMP',
        hospital: text,
        diagnosis: text,
        from: '01/02/2030',
        to: '01/02/2030',
        note: text,
      },
      { isBusy: false, hasFailed: false },
    ),
  'link request': (text) => checkLink({ ...EMPTY_LINK, providerId: 'o1', insuranceCardNumber: text }),
  'laboratory result': (text) =>
    checkLab({ ...MOMENT, test: 'antigen', performer: text, result: 'NEG', chosen: '' }, NOW, ZONE),
  'another result': (text) => checkObservation({ code: 'chest-xray', values: { valueString: text } }, RESULTS, TODAY),
  'report of symptoms': (text) => checkF0h({ ...emptyF0h(MOMENT), note: text }, NOW, ZONE, 'vi-VN'),
  'report after COVID-19': (text) =>
    checkPostCovid({ ...emptyPostCovid(MOMENT), startDate: '01/02/1999', note: text }, NOW, ZONE, TODAY),
};

test.each(Object.entries(FORMS))(
  '[UI-16] %s: what no rule asks for may be left out, and any text is taken',
  (_form, check) => {
    expect(ODD.filter((text) => !check(text).ok)).toEqual([]);
  },
);

test('[UI-16] risk factors: one thing told is enough, whichever it is', () => {
  for (const told of [
    { frequency: 'never' },
    { packs: '0' },
    { frequency: '2to4aMonth' },
    { drinksPerDay: '2', frequency: 'monthlyOrLess' },
  ]) {
    expect(checkSocial({ ...EMPTY_SOCIAL, ...told })).toMatchObject({ ok: true });
  }
});
