import { writeObservation } from '@phr/clinical/assess/write';
import { bmiOf } from '@phr/clinical/bmi';
import { codingsToWrite, DIASTOLIC, SNOMED, SYSTOLIC, vitalOf, type VitalKey } from '@phr/clinical/codings';
import { ECG_LEADS, ECG_VALUES } from '@phr/clinical/ecg-codings';
import { mgPerDlOf } from '@phr/clinical/glucose';
import { ECG_SAMPLING, sampleOf } from '@phr/clinical/ecg';
import { roundHalfUp } from '@phr/clinical/numbers';
import { MG_PER_DL, UCUM, type Unit } from '@phr/clinical/units';
import { namesOf } from '@phr/clinical/vitals/index';
import { toZoned } from '@phr/time/zone';
import { randomOf, type Random } from '../random.ts';
import { HL7, idOf, refTo, ZONE, type Clock, type DemoResource, type Reference } from './build.ts';
import { organizationRef } from './facilities.ts';
import { DEMO, type DemoName, type DemoPerson } from './people.ts';

const ARMS = {
  right: { code: '368209003', display: 'Right upper arm structure' },
  left: { code: '368208006', display: 'Left upper arm structure' },
} as const;

const quantity = (value: number, unit: Unit): object => ({ value, unit: unit.sign, system: UCUM, code: unit.code });
/** Writes one person's observations; the newest of each vital has index 0, so that ids are stable over time. */
export class Readings {
  readonly resources: DemoResource[] = [];
  readonly #person: DemoPerson;
  readonly #key: string;
  readonly #clock: Clock;
  readonly #counts = new Map<string, number>();

  constructor(key: string, person: DemoPerson, clock: Clock) {
    this.#person = person;
    this.#key = key;
    this.#clock = clock;
  }

  #common(
    vitalKey: VitalKey,
    at: number,
    performer?: Reference,
  ): Record<string, unknown> & { readonly resourceType: string; readonly id: string } {
    const index = this.#counts.get(vitalKey) ?? 0;
    this.#counts.set(vitalKey, index + 1);
    const time = toZoned(at, ZONE);
    return {
      resourceType: 'Observation',
      id: idOf(`observation/${this.#key}/${vitalKey}/${index}`),
      status: 'final',
      category: [{ coding: [{ system: `${HL7}/observation-category`, code: 'vital-signs', display: 'Vital Signs' }] }],
      subject: refTo('Patient', this.#person.id, this.#person.name),
      performer: [performer ?? refTo('Patient', this.#person.id, this.#person.name)],
      effectiveDateTime: time,
      issued: time,
    };
  }

  /** Judging context of a value. */
  #judging(at: number): Pick<Parameters<typeof writeObservation>[0], 'at' | 'zone' | 'person'> {
    return { at: toZoned(at, ZONE), zone: ZONE, person: { birthDate: this.#person.birthDate } };
  }

  /** True for a past time; today's newest readings may lie after `now`. */
  #past(at: number): boolean {
    return at <= this.#clock.now;
  }

  bloodPressure(
    at: number,
    systolic: number,
    diastolic: number,
    options: { readonly arm?: 'left' | 'right'; readonly performer?: Reference; readonly note?: string } = {},
  ): void {
    if (!this.#past(at)) return;
    const arm = ARMS[options.arm ?? 'right'];
    const word = writeObservation({
      vital: 'bloodPressures',
      measured: [
        { part: 'systolic', value: systolic, unit: SYSTOLIC.unit.code },
        { part: 'diastolic', value: diastolic, unit: DIASTOLIC.unit.code },
      ],
      ...this.#judging(at),
    });
    const part = (coding: typeof SYSTOLIC, value: number, beside: object | undefined): object => ({
      code: { coding: coding.primaryCodings },
      valueQuantity: quantity(value, coding.unit),
      ...beside,
    });
    this.resources.push({
      ...this.#common('bloodPressures', at, options.performer),
      code: { coding: codingsToWrite('bloodPressures'), text: namesOf('bloodPressures')['vi-VN'] },
      bodySite: { coding: [{ system: SNOMED, ...arm }] },
      component: [part(SYSTOLIC, systolic, word.systolic), part(DIASTOLIC, diastolic, word.diastolic)],
      ...(options.note === undefined ? {} : { note: [{ text: options.note }] }),
    });
  }

  value(
    vitalKey: VitalKey,
    at: number,
    value: number,
    options: { readonly unit?: Unit; readonly performer?: Reference; readonly note?: string } = {},
  ): void {
    const unit = options.unit ?? vitalOf(vitalKey).units[0];
    if (unit === undefined || !this.#past(at)) return;
    const word = writeObservation({
      vital: vitalKey,
      measured: [{ part: 'value', value, unit: unit.code }],
      ...this.#judging(at),
    });
    this.resources.push({
      ...this.#common(vitalKey, at, options.performer),
      code: { coding: codingsToWrite(vitalKey, unit), text: namesOf(vitalKey)['vi-VN'] },
      valueQuantity: quantity(value, unit),
      ...word.value,
      ...(options.note === undefined ? {} : { note: [{ text: options.note }] }),
    });
  }

  /** Weight and height of one morning, with the resulting BMI. */
  body(at: number, weight: number, height: number, performer?: Reference): void {
    const options = performer === undefined ? {} : { performer };
    this.value('weights', at, weight, options);
    this.value('heights', at, height, options);
    const bmi = bmiOf(weight, height);
    if (bmi !== undefined) this.value('bmis', at, bmi, options);
  }

  /** Ten seconds of leads I, II and III with derived values. */
  ecg(at: number, rate: number, random: Random, performer: Reference): void {
    if (!this.#past(at)) return;
    const leads = ecgLeads(rate, random);
    const qt = 388;
    // Bazett's formula, as in most devices
    const values: Readonly<Record<string, number>> = {
      heartRate: rate,
      qrs: 92,
      qt,
      qtc: Math.round(qt / Math.sqrt(60 / rate)),
      pvcs: 0,
      st: 0.04,
    };
    this.resources.push({
      ...this.#common('ecgs', at, performer),
      category: [{ coding: [{ system: `${HL7}/observation-category`, code: 'procedure', display: 'Procedure' }] }],
      code: { coding: codingsToWrite('ecgs'), text: namesOf('ecgs')['vi-VN'] },
      interpretation: [{ text: 'Nhịp xoang, trong giới hạn bình thường' }],
      component: [
        ...ECG_LEADS.map((lead, index) => ({
          code: { coding: lead.primaryCodings },
          valueSampledData: {
            origin: { value: ECG_SAMPLING.origin },
            period: ECG_SAMPLING.periodMs,
            factor: ECG_SAMPLING.factor,
            lowerLimit: ECG_SAMPLING.lowerLimit,
            upperLimit: ECG_SAMPLING.upperLimit,
            dimensions: ECG_SAMPLING.dimensions,
            data: (leads[index] ?? []).join(' '),
          },
        })),
        ...ECG_VALUES.map((value) => ({
          code: { coding: value.primaryCodings },
          valueQuantity: quantity(values[value.key] ?? 0, value.unit),
        })),
      ],
    });
  }
}

/** Waves of a heartbeat: offset from R in seconds, width in seconds, height in lead II in microvolts. */
const WAVES = [
  [-0.17, 0.022, 130],
  [-0.028, 0.008, -90],
  [0, 0.0095, 1150],
  [0.03, 0.009, -210],
  [0.24, 0.042, 290],
] as const;

/** Raw samples of leads I, II and III; III = II - I. */
function ecgLeads(rate: number, random: Random): readonly (readonly number[])[] {
  const beats: number[] = [];
  for (let second = 0.4; second < 10.5; second += 60 / rate + random.normal(0, 0.018)) beats.push(second);
  const two = Array.from({ length: 5000 }, (_, sample) => {
    const second = (sample * ECG_SAMPLING.periodMs) / 1000;
    let microvolts = 40 * Math.sin(second * 1.7) + random.normal(0, 6);
    for (const beat of beats)
      for (const [offset, width, height] of WAVES)
        microvolts += height * Math.exp(-(((second - beat - offset) / width) ** 2) / 2);
    return microvolts;
  });
  const one = two.map((value) => value * 0.62 + random.normal(0, 5));
  return [one, two, two.map((value, index) => value - (one[index] ?? 0))].map((lead) => lead.map(sampleOf));
}

const DAYS = 3 * 365;
const minute = (random: Random): number => random.int(0, 45);

/** Hypertension treated for two years: improves, is higher in cool months, with one relapse. */
function mother(clock: Clock): readonly DemoResource[] {
  const readings = new Readings('anh', DEMO.anh, clock);
  const clinic = organizationRef('sao-mai');
  const pressure = randomOf('anh/pressure');
  for (let day = 0; day < DAYS; day += day % 7 < 3 ? 3 : 4) {
    const month = Number(clock.day(-day).slice(5, 7));
    const cool = month >= 11 || month <= 2 ? 4 : 0;
    const treated = day > 730 ? 0 : Math.min(1, (730 - day) / 150);
    const slipped = day > 330 && day < 372 ? 16 : 0;
    const systolic = Math.round(156 - 22 * treated + cool + slipped + pressure.normal(0, 6.5));
    const diastolic = Math.round(systolic * 0.5 + 15 + pressure.normal(0, 3.5));
    const morning = pressure.chance(0.7);
    const visit = day % 91 === 0 && day > 0;
    readings.bloodPressure(clock.instant(-day, visit ? 9 : morning ? 6 : 19, minute(pressure)), systolic, diastolic, {
      arm: pressure.chance(0.15) ? 'left' : 'right',
      ...(visit ? { performer: clinic } : {}),
      ...(slipped > 0 && pressure.chance(0.3) ? { note: 'Quên uống thuốc mấy hôm nay' } : {}),
    });
    if (day % 7 === 0)
      readings.value('heartRates', clock.instant(-day, 6, 50), Math.round(74 + cool / 2 + pressure.normal(0, 6)));
  }
  // days with medical help
  for (const [day, systolic, diastolic] of [
    [18, 172, 98],
    [349, 188, 106],
    [352, 193, 112],
    [612, 165, 101],
  ] as const) {
    readings.bloodPressure(clock.instant(-day, 21, 10), systolic, diastolic, {
      note: 'Nhức đầu, chóng mặt; đã nghỉ và đo lại',
    });
    readings.value('heartRates', clock.instant(-day, 21, 10), 96 + (day % 9));
  }
  const glucose = randomOf('anh/glucose');
  for (let day = 1; day < DAYS; day += 9) {
    const fasting = roundHalfUp(Math.max(4.2, 7.4 - 1.1 * Math.min(1, (DAYS - day) / 400) + glucose.normal(0, 0.7)), 1);
    if (day % 91 < 9)
      readings.value('glucoses', clock.instant(-day, 8, minute(glucose)), mgPerDlOf(fasting), {
        unit: MG_PER_DL,
        performer: clinic,
      });
    else
      readings.value(
        'glucoses',
        clock.instant(-day, 6, minute(glucose)),
        fasting,
        glucose.chance(0.1) ? { note: 'Đo trước khi ăn sáng' } : {},
      );
  }
  // A sensor day: meals at 7, 12 and 18 o'clock, with a gap.
  for (let half = 0; half < 48; half += 1) {
    if (half >= 26 && half < 31) continue;
    const hour = half / 2;
    const meals = [7, 12, 18].reduce(
      (sum, meal) => sum + (hour > meal ? 4.4 * ((hour - meal) / 0.9) * Math.exp(1 - (hour - meal) / 0.9) : 0),
      0,
    );
    readings.value(
      'glucoses',
      clock.instant(-1, 0, half * 30),
      roundHalfUp(5.9 + meals * 0.95 + glucose.normal(0, 0.15) - (half > 6 && half < 11 ? 2.4 : 0), 1),
    );
  }
  const body = randomOf('anh/body');
  for (let month = 0; month < 36; month += 1) {
    const weight = roundHalfUp(55.2 + month * 0.14 + body.normal(0, 0.5), 1);
    if (month % 6 === 0) readings.body(clock.instant(-month * 30, 7, 5), weight, 152);
    else readings.value('weights', clock.instant(-month * 30, 7, 5), weight);
    if (month % 2 === 0)
      readings.value('spo2s', clock.instant(-month * 30, 7, 10), Math.min(100, Math.round(97 + body.normal(0, 1))));
    if (month % 4 === 1)
      readings.value('respiratoryRates', clock.instant(-month * 30, 9, 20), Math.round(17 + body.normal(0, 1.5)), {
        performer: clinic,
      });
    if (month % 5 === 0)
      readings.value('temperatures', clock.instant(-month * 30, 20, 0), roundHalfUp(36.5 + body.normal(0, 0.2), 1));
  }
  // Pneumonia fourteen months ago, measured in hospital.
  for (const [day, celsius, saturation] of [
    [425, 39.2, 89],
    [424, 38.6, 91],
    [423, 38.0, 93],
    [422, 37.4, 94],
    [420, 36.9, 96],
    [418, 36.6, 97],
  ] as const) {
    readings.value('temperatures', clock.instant(-day, 8, 0), celsius, { performer: clinic });
    readings.value('spo2s', clock.instant(-day, 8, 0), saturation, { performer: clinic });
  }
  for (const [index, day] of [35, 217, 399, 581].entries()) {
    readings.value('cholesterols', clock.instant(-day, 8, 0), roundHalfUp(5.1 + index * 0.4, 1), { performer: clinic });
    readings.value('uricAcids', clock.instant(-day, 8, 0), 322 + index * 14, { performer: clinic });
  }
  readings.value('ketones', clock.instant(-12, 6, 30), 0.3);
  readings.ecg(clock.instant(-35, 9, 15), 72, randomOf('anh/ecg'), clinic);
  return readings.resources;
}

function mainPatient(clock: Clock): readonly DemoResource[] {
  const readings = new Readings('chau', DEMO.chau, clock);
  const random = randomOf('chau/vitals');
  for (let week = 0; week < 60; week += 1) {
    readings.value('heartRates', clock.instant(-week * 7, 6, minute(random)), Math.round(68 + random.normal(0, 6)));
    if (week % 3 === 0)
      readings.bloodPressure(
        clock.instant(-week * 7, 7, minute(random)),
        Math.round(116 + random.normal(0, 6)),
        Math.round(75 + random.normal(0, 4)),
      );
    if (week % 4 === 0)
      readings.body(clock.instant(-week * 7, 6, 30), roundHalfUp(54.3 + random.normal(0, 0.6), 1), 165);
    if (week % 8 === 0) readings.value('spo2s', clock.instant(-week * 7, 6, 35), 98 + random.int(0, 1));
  }
  for (const [day, hour, celsius] of [
    [0, 5, 36.7],
    [61, 20, 38.4],
    [60, 7, 38.1],
    [60, 20, 37.7],
    [59, 7, 37.2],
  ] as const)
    readings.value('temperatures', clock.instant(-day, hour), celsius);
  for (let index = 0; index < 10; index += 1)
    readings.value('glucoses', clock.instant(-index * 21, 6, 20), roundHalfUp(5.2 + random.normal(0, 0.4), 1));
  readings.ecg(clock.instant(-52, 10, 40), 66, randomOf('chau/ecg'), organizationRef('sao-mai'));
  return readings.resources;
}

function son(clock: Clock): readonly DemoResource[] {
  const readings = new Readings('khang', DEMO.khang, clock);
  const random = randomOf('khang/vitals');
  for (let quarter = 0; quarter < 12; quarter += 1) {
    readings.body(
      clock.instant(-quarter * 91, 18, 30),
      roundHalfUp(26.4 - quarter * 0.72 + random.normal(0, 0.2), 1),
      roundHalfUp(128.5 - quarter * 1.55, 1),
      quarter % 4 === 2 ? organizationRef('huong-sen') : undefined,
    );
  }
  for (const [day, hour, celsius] of [
    [3, 19, 37.1],
    [4, 20, 38.3],
    [5, 7, 38.9],
    [5, 21, 39.3],
    [132, 22, 38.6],
    [290, 6, 37.9],
  ] as const) {
    readings.value(
      'temperatures',
      clock.instant(-day, hour, 15),
      celsius,
      celsius > 39 ? { note: 'Đã cho uống thuốc hạ sốt' } : {},
    );
    readings.value(
      'heartRates',
      clock.instant(-day, hour, 15),
      Math.round(96 + (celsius - 37) * 12 + random.normal(0, 3)),
    );
  }
  for (let index = 0; index < 6; index += 1)
    readings.value('spo2s', clock.instant(-5 - index * 40, 20), 97 + random.int(0, 2));
  return readings.resources;
}

function stranger(clock: Clock): readonly DemoResource[] {
  const readings = new Readings('bao', DEMO.bao, clock);
  const random = randomOf('bao/vitals');
  for (let index = 0; index < 26; index += 1) {
    readings.bloodPressure(
      clock.instant(-index * 14, 6, minute(random)),
      Math.round(128 + random.normal(0, 7)),
      Math.round(84 + random.normal(0, 4)),
    );
    if (index % 3 === 0)
      readings.value('weights', clock.instant(-index * 14, 6, 50), roundHalfUp(78 + random.normal(0, 1), 1));
    if (index % 2 === 0)
      readings.value('heartRates', clock.instant(-index * 14, 6, 55), Math.round(78 + random.normal(0, 7)));
  }
  return readings.resources;
}

/** Years of vital signs, the newest of each kind close to `now`; none in the future. */
export const VITALS: Readonly<Record<DemoName, (clock: Clock) => readonly DemoResource[]>> = {
  anh: mother,
  chau: mainPatient,
  khang: son,
  bao: stranger,
};
