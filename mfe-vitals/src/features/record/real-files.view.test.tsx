import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { screen, within } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { mountView } from '@phr/module-kit/mount';
import { searchset } from '@phr/testing/dev-page';
import { createFakeHost } from '@phr/testing/fake-host';
import { withoutLayout } from '@phr/testing/no-layout';
import { openPart } from '@phr/testing/open-part';
import { inTurn } from '../../../../tools/sample.ts';
import module from '../../module.ts';
import { readEcgFiles } from '../ecg-import/read-file.port.ts';

// Real-world files through their screens: accepted, or rejected with the reason.
const DATA = path.resolve(import.meta.dirname, '../../../../../shared/data');
const namesIn = (folder: string): readonly string[] =>
  existsSync(path.join(DATA, folder))
    ? readdirSync(path.join(DATA, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => path.relative(path.join(DATA, folder), path.join(entry.parentPath, entry.name)))
    : [];
const isHere =
  existsSync(path.join(DATA, 'ecg')) &&
  existsSync(path.join(DATA, 'glucose')) &&
  existsSync(path.join(DATA, 'records'));
const real = isHere ? test : test.skip;
if (!isHere) console.info('skipped: no real files beside the project');
/** A third of the files per run; all when the module or the judge changes. */
const turn = <T,>(files: readonly T[]): readonly T[] => inTurn(files, 3, ['mfe-vitals', 'shared/clinical']);

// The test document measures and draws nothing.
beforeAll(withoutLayout);

/** jsdom's files have no readable content. */
function fileOf(name: string): File {
  const bytes = readFileSync(path.join(DATA, name));
  const content = new Uint8Array(bytes).buffer;
  return Object.assign(new File([content], path.basename(name)), {
    text: async () => bytes.toString('utf8'),
    arrayBuffer: async () => content,
  });
}
async function open(address: string): Promise<void> {
  const host = createFakeHost({ path: address, respond: ({ method }) => (method === 'GET' ? searchset([]) : {}) });
  await openPart(mountView, module, host);
}

const GLUCOSE: Readonly<
  Record<
    string,
    | { readonly saves: number; readonly tells?: RegExp; readonly unit?: string; readonly names?: string }
    | { readonly refused: RegExp }
  >
> = {
  'glucose/glooko_bg_1.csv': { saves: 21 },
  'glucose/glooko_cgm_1.csv': { saves: 288 },
  'glucose/libre_mmol_1300.csv': { saves: 1300 },
  'glucose/libre_mmol_tiny.csv': { saves: 6 },
  'glucose/libreview_mgdl_us_sample.csv': { saves: 10, names: 'Sample Person' },
  'glucose/nightscout_entries.json': { saves: 18, tells: /mã lỗi/ },
  'glucose/oref0_glucose.json': { saves: 6 },
  'records/glucose-libreview-odd.csv': {
    saves: 9,
    tells: /Dòng 15: ngày giờ không tồn tại/,
    names: 'Demo Patient',
  },
  'records/cgm-sim-adolescent002.csv': { saves: 481, unit: 'mg/dL' },
  'records/cgm-sim-adult003.csv': { saves: 481, unit: 'mg/dL' },
  'glucose/MANIFEST.tsv': { refused: /Không nhận ra loại tệp này/ },
};

real('no file of a meter is without an expectation', () => {
  expect(
    namesIn('glucose')
      .map((name) => `glucose/${name}`)
      .filter((name) => !(name in GLUCOSE)),
  ).toEqual([]);
});
for (const [name, expected] of turn(Object.entries(GLUCOSE))) {
  real(`glucose: ${name}`, async () => {
    await open('/glucose-create?from=file');
    await userEvent.upload(await screen.findByLabelText('Tệp của máy đo đường huyết'), fileOf(name), {
      applyAccept: false,
    });
    if ('refused' in expected) {
      expect(await screen.findByText(expected.refused)).toBeInTheDocument();
      expect(screen.queryByRole('button', { name: /^Lưu/ })).toBeNull();
      return;
    }
    if (expected.unit !== undefined) await userEvent.click(await screen.findByRole('radio', { name: expected.unit }));
    if (expected.names !== undefined) {
      expect(await screen.findByText(expected.names)).toBeInTheDocument();
      expect(screen.queryByRole('button', { name: /^Lưu/ })).toBeNull();
      await userEvent.click(screen.getByRole('checkbox', { name: /^Đúng là của/ }));
    }
    expect(await screen.findByRole('button', { name: /^Lưu/ })).toHaveTextContent(`Lưu ${expected.saves} lần đo`);
    if (expected.tells !== undefined)
      expect(
        within(screen.getByRole('status', { name: 'Nội dung tệp' })).getAllByText(expected.tells).length,
      ).toBeGreaterThan(0);
  });
}

interface EcgCase {
  /** Files chosen together, the first names the case. */
  readonly files: readonly string[];
  /** Samples a second that the person types. */
  readonly rate?: string;
  readonly leads?: string;
  readonly refused?: RegExp;
  /** Minutes of samples: parsed here, but drawn in browser tests only, as jsdom would take minutes. */
  readonly isLong?: boolean;
}
const ECG: readonly EcgCase[] = [
  { files: ['100.hea', '100.dat', '100.atr'], leads: 'II, V5', isLong: true },
  { files: ['100-no-len.hea', '100.dat'], leads: 'II, V5', isLong: true },
  { files: ['100skew.hea', '100.dat'], leads: 'II, V5', isLong: true },
  { files: ['100_3chan.hea', '100_3chan.dat'], leads: 'I, II, III' },
  {
    files: ['s0010_re.hea', 's0010_re.dat', 's0010_re.xyz'],
    leads: 'I, II, III, aVR, aVL, aVF, V1, V2, V3, V4, V5, V6, vx, vy, vz',
    isLong: true,
  },
  { files: ['v102s.hea', 'v102s.dat'], leads: 'II, V', isLong: true },
  { files: ['test01_00s.hea', 'test01_00s.dat'], leads: 'ECG 1, ECG 2, ECG 3, ECG 4' },
  { files: ['3000003_0003.hea', '3000003_0003.dat'], leads: 'II, V' },
  { files: ['041s/041s01.hea', '041s/041s01.dat'], leads: 'III, I, V' },
  { files: ['041s/041s02.hea', '041s/041s02.dat'], leads: 'III, I, V' },
  { files: ['118e12.csv'], rate: '360', leads: 'II', isLong: true },
  { files: ['118e00.csv'], rate: '360', leads: 'II', isLong: true },
  { files: ['e0103.csv'], rate: '250', leads: 'II', isLong: true },
  { files: ['fhir-observation-ekg.json'], leads: 'I, II, III' },
  { files: ['041s/041s.hea'], refused: /Bản ghi gồm nhiều đoạn/ },
  { files: ['100.hea'], refused: /Thiếu tệp 100\.dat/ },
  { files: ['100.dat'], refused: /Thiếu tệp \.hea/ },
  { files: ['100.atr'], refused: /Không nhận ra tệp điện tim này/ },
  { files: ['118e00_ann.csv'], rate: '360', refused: /lớn hơn 100 mV/ },
  { files: ['118e12_ann.csv'], rate: '360', refused: /lớn hơn 100 mV/ },
  { files: ['MANIFEST.tsv'], refused: /không phải là số/ },
];

real('no ECG file is without an expectation', () => {
  const tried = new Set(ECG.flatMap(({ files }) => files));
  expect(namesIn('ecg').filter((name) => !tried.has(name))).toEqual([]);
});
for (const { files, rate, leads, refused, isLong = false } of turn(ECG)) {
  real(`ECG: ${files.join(' + ')}`, async () => {
    if (isLong) {
      const ecg = await readEcgFiles(
        files.map((name) => fileOf(`ecg/${name}`)),
        { rate: rate === undefined ? undefined : Number(rate) },
        { zone: 'Asia/Ho_Chi_Minh', now: Date.now() },
      );
      expect(ecg.leads.map(({ name }) => name).join(', ')).toBe(leads);
      return;
    }
    await open('/ekg-board');
    await userEvent.click(await screen.findByRole('button', { name: 'Nhập từ tệp' }));
    await userEvent.upload(
      await screen.findByLabelText('Tệp điện tim'),
      files.map((name) => fileOf(`ecg/${name}`)),
      { applyAccept: false },
    );
    if (rate !== undefined) {
      await userEvent.type(await screen.findByLabelText(/^Số mẫu mỗi giây/), rate);
      await userEvent.tab();
    }
    if (refused !== undefined) {
      expect(await screen.findByText(refused)).toBeInTheDocument();
      expect(screen.queryByRole('application')).toBeNull();
      return;
    }
    expect((await screen.findByRole('application')).getAttribute('aria-label')).toContain(`${leads}`);
    expect(screen.getByRole('button', { name: 'Lưu vào hồ sơ' })).toBeInTheDocument();
  });
}
