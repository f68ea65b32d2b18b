import { isMistaken } from '@phr/clinical/vitals/plausible';
import { verdictOf } from '@phr/fhir/judging';
import { goalsIn, personIn } from '@phr/fhir/judging-person';
import { observation } from '@phr/fhir/observation';
import { judgingWords, levelWords } from '@phr/fhir/verdict-words';
import { mountView } from '@phr/module-kit/mount';
import { searchset } from '@phr/testing/dev-page';
import { createFakeHost, FAKE_MAIN } from '@phr/testing/fake-host';
import { goalCases, type JudgedCase } from '@phr/testing/judged-cases';
import { openPart } from '@phr/testing/open-part';
import { deviceZone } from '@phr/time/zone';
import { formatNumber } from '@phr/ui/format';
import uiTexts from '@phr/ui/locales/vi-VN' with { type: 'json' };
import { screen, waitFor, within } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import module from '../../module.ts';
import { air, FakeMeter } from './fake-meter.test-support.ts';

const NOW = Date.now();
const texts: Readonly<Record<string, string>> = uiTexts;
const dense = (words: string | null | undefined): string => (words ?? '').replaceAll(/\s/g, '');

/** A number of 12 bits with a power of ten, as meters send it. */
const sfloat = (mantissa: number, exponent = 0): string => {
  const bits = ((exponent & 0xf) << 12) | mantissa;
  return [bits & 0xff, bits >> 8].map((byte) => byte.toString(16).padStart(2, '0')).join('');
};

interface Meter {
  readonly type: string;
  readonly service: number;
  readonly characteristics: readonly number[];
  /** The packet of some numbers. */
  readonly packet: (numbers: readonly number[], seq: number) => string;
}

const METERS: Readonly<Partial<Record<JudgedCase['vitalKey'], Meter>>> = {
  bloodPressures: {
    type: 'BEURER_BPM',
    service: 0x1810,
    characteristics: [0x2a35],
    packet: ([systolic = 0, diastolic = 0]) => `00${sfloat(systolic)}${sfloat(diastolic)}${sfloat(diastolic)}`,
  },
  spo2s: {
    type: 'NONIN_3230',
    service: 0x1822,
    characteristics: [0x2a5e],
    packet: ([percent = 0]) => `00${sfloat(percent)}${sfloat(70)}`,
  },
  glucoses: {
    type: 'ACCU_CHEK',
    service: 0x1808,
    characteristics: [0x2a18, 0x2a52],
    packet: ([sugar = 0], seq) =>
      `06${seq.toString(16).padStart(2, '0')}00e9070b1b080300${sfloat(Math.round(sugar * 10), -4)}11`,
  },
};

/** Level, range and digits that every list shows of a reading. */
function due({ goals, vitalKey }: JudgedCase, raw: JudgedCase['observations'][number]) {
  const read = observation(raw) ?? {};
  const context = { person: personIn(FAKE_MAIN), zone: deviceZone(), now: NOW, goals: goalsIn(goals) };
  const verdict = verdictOf(read, context);
  const number = (value: number): string => formatNumber(value, 'vi-VN');
  const words = [
    levelWords(verdict, { locale: 'vi-VN', t: (key) => texts[key] ?? key }),
    judgingWords(verdict, vitalKey, { locale: 'vi-VN', number }),
  ];
  const quantities = [read, ...(read.component ?? [])].flatMap(({ valueQuantity }) => valueQuantity ?? []);
  const numbers = quantities.map(({ value = NaN }) => value);
  const digits = quantities.map(({ value = NaN, code }) => formatNumber(value, 'vi-VN', code));
  return { numbers, digits: digits.join('/'), words: words.map(dense).join('') };
}

afterEach(() => air(undefined));

test.each(goalCases(NOW).map((one) => [one.name, one] as const))(
  'what a meter sends is judged before it is saved, as any list judges it: %s',
  async (_, one) => {
    const meter = METERS[one.vitalKey];
    if (meter === undefined) throw new Error(one.vitalKey);
    const sender = new FakeMeter([meter.service], meter.characteristics);
    air({ choose: async () => sender });
    const device = {
      resourceType: 'Device',
      id: 'm',
      status: 'active',
      deviceName: [{ name: 'Máy đo', type: 'user-friendly-name' }],
      type: { coding: [{ code: meter.type }] },
    };
    const host = createFakeHost({
      path: '/device-details/m',
      respond: ({ path }) => searchset(path === '/Device' ? [device] : path.endsWith('/Goal') ? one.goals : []),
    });
    await openPart(mountView, module, host);
    await userEvent.click(await screen.findByRole('button', { name: 'Kết nối máy đo' }));
    const from = sender.at(meter.characteristics[0] ?? 0);
    await waitFor(() => expect(from.isListening).toBe(true));
    // a value that looks like another unit is neither saved from a meter nor judged
    const expected = one.observations
      .map((raw) => due(one, raw))
      .filter(
        ({ numbers: [first = NaN] }) =>
          one.vitalKey !== 'glucoses' || !isMistaken('glucoses', 'value', first, 'mmol/L'),
      );
    from.send(...expected.map(({ numbers }, index) => meter.packet(numbers, index + 1)));
    const list = await screen.findByRole('list', { name: 'Kết quả từ máy đo' });
    const rowOf = (digits: string) => dense(within(list).getByText(digits).closest('li')?.textContent);
    await waitFor(() =>
      expect(expected.map(({ digits }) => rowOf(digits))).toEqual(
        expected.map(({ words }): unknown => expect.stringContaining(words)),
      ),
    );
  },
);
