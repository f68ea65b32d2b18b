// The page on which the charts of mfe-vitals are measured: its chart beside uPlot, its ECG, and the module itself,
// mounted repeatedly.
import type { Lifecycles, MountProps } from '@phr/contract/phr-module';
import { mountView } from '@phr/module-kit/mount';
import { hrefsOf, searchset } from '@phr/testing/dev-page';
import { createFakeHost, type FakeHost, type Responder } from '@phr/testing/fake-host';
import { periodOf } from '@phr/time/period';
import { dayOf } from '@phr/time/zone';
import baseCss from '@phr/ui/base.css';
import { formatNumber } from '@phr/ui/format';
import { adoptSheets } from '@phr/ui/sheets';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import UPlot from 'uplot';
import uPlotCss from 'uplot/dist/uPlot.min.css';
import manifest from '../../mfe-vitals/module.json';
import { createAnswers } from '../../mfe-vitals/src/dev/answers.ts';
import { Chart } from '../../mfe-vitals/src/features/chart/chart.view.tsx';
import type { ChartPicture } from '../../mfe-vitals/src/features/chart/picture.port.ts';
import { drawnPoints, lineSegments, valueAxis, type Point } from '../../mfe-vitals/src/features/chart/series.model.ts';
import { analysisOf } from '../../mfe-vitals/src/features/ecg/recording.model.ts';
import vitals from '../../mfe-vitals/src/module.ts';
import type { VitalsPage } from './vitals-page.types.ts';

const ZONE = 'Asia/Ho_Chi_Minh';
const DAY = 86_400_000;
const LAST_DAY = '2026-11-27';
const END = Date.parse(`${LAST_DAY}T00:00:00+07:00`) + DAY;
const LEVELS = ['target', 'mild', 'dangerous'] as const;
const WIDTH = 1184;
const HEIGHT = 360;

document.adoptedStyleSheets = [baseCss, uPlotCss].map((text) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return sheet;
});
document.documentElement.dataset['colorMode'] = 'light';
document.body.innerHTML = `<div id="box" style="inline-size:${WIDTH}px"></div><div id="overlays"></div>`;

const box = (): HTMLElement => document.getElementById('box') ?? document.body;

/** Glucose over the given number of days, evenly spaced: a daily wave with noise, the same for both libraries. */
function series(days: number, count: number): { readonly times: number[]; readonly values: number[] } {
  const step = (days * DAY) / count;
  const times = Array.from({ length: count }, (_, index) => END - (count - index) * step);
  return {
    times,
    values: times.map((at, index) => 7 + 2 * Math.sin((at / DAY) * 2 * Math.PI) + Math.sin(index * 12.9898) * 1.5),
  };
}

/** From the numbers to the drawing, as on the period's screen. */
function drawOwn(days: number, count: number): void {
  const { times, values } = series(days, count);
  const points = times.map(
    (at, index): Point => ({
      at,
      readings: [],
      values: [{ key: 'value', value: values[index] ?? 0, level: LEVELS[index % 3] ?? 'target' }],
    }),
  );
  const period = periodOf(dayOf(times[0] ?? 0, ZONE), LAST_DAY, ZONE);
  const drawn = drawnPoints(points, period, ZONE);
  const picture: ChartPicture = {
    points: drawn,
    parts: [{ key: 'value', name: 'x' }],
    segments: lineSegments(
      drawn.map(({ at }) => at),
      period,
    ),
    describe: () => '',
    frame: {
      stripes: [{ level: 'target', low: 3.9, high: 10 }],
      targets: [
        { at: 10, label: '3,9 – 10' },
        { at: 3.9, label: '' },
      ],
      axis: valueAxis(drawn, [3.9, 10]),
      span: { start: period.start, end: period.end },
      marks: Array.from({ length: 12 }, (_, index) => ({
        at: period.start + ((period.end - period.start) * index) / 12,
        label: `T${index + 1}`,
      })),
      formatValue: (value) => formatNumber(value, 'vi-VN'),
    },
  };
  adoptSheets(document, ['@phr/ui', '@phr/mfe-vitals']);
  flushSync(() => createRoot(box()).render(<Chart picture={picture} summary="x" hint="x" />));
}

function drawUPlot(days: number, count: number): void {
  const { times, values } = series(days, count);
  new UPlot(
    { width: WIDTH, height: HEIGHT, series: [{}, { stroke: 'teal', width: 2 }] },
    [times.map((at) => at / 1000), values],
    box(),
  );
}

/** A lead of an ECG at 500 samples a second, in raw samples. */
const steps = (size: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, at) => {
    const beat = (at % 400) - 100;
    return Math.round(
      2048 +
        size * (Math.exp(-(beat ** 2) / 50) + 0.25 * Math.exp(-((beat - 120) ** 2) / 800) + 0.02 * Math.sin(at / 7)),
    );
  });

/** Three leads of one minute at 500 samples a second, in the record server's format. */
function ecg(): object {
  const samples = (size: number): string => steps(size, 30_000).join(' ');
  const lead = (code: string, size: number) => ({
    code: { coding: [{ system: 'urn:oid:2.16.840.1.113883.6.24', code }] },
    valueSampledData: {
      origin: { value: 2048 },
      period: 2,
      factor: 1.612,
      lowerLimit: -3300,
      upperLimit: 3300,
      dimensions: 1,
      data: samples(size),
    },
  });
  return {
    resourceType: 'Observation',
    id: 'strip',
    status: 'final',
    subject: { reference: 'Patient/patient-main' },
    effectiveDateTime: '2026-11-27T08:00:00+07:00',
    code: { coding: [{ system: 'urn:oid:2.16.840.1.113883.6.24', code: '131328' }] },
    component: [lead('131329', 600), lead('131330', 800), lead('131389', 300)],
  };
}

async function open(path: string, respond: Responder): Promise<() => Promise<void>> {
  return mountView(
    vitals,
    createFakeHost({ path, respond, hrefOf: hrefsOf(manifest.routes) }),
    box(),
    document.getElementById('overlays') ?? document.body,
  );
}

async function until(is: () => boolean): Promise<void> {
  while (!is())
    await new Promise((resolve) => {
      requestAnimationFrame(resolve);
    });
}

const frame = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
  });

const MOUNT: MountProps = {
  name: 'app',
  domElement: box(),
  overlayRoot: document.getElementById('overlays') ?? document.body,
  styleRoot: document,
  basePath: '',
  headingLevel: 1,
  input: undefined,
};
let app: Lifecycles | undefined;
let host: FakeHost | undefined;

/** All screens of the module in one instance, as a host keeps it while the person navigates. */
async function appOf(path: string): Promise<Lifecycles> {
  host = createFakeHost({ path, respond: createAnswers(Date.now(), 0), hrefOf: hrefsOf(manifest.routes) });
  const { views } = await vitals.create(host);
  const { app: view } = views;
  if (view === undefined) throw new Error('The module has no view "app"');
  await view.bootstrap(MOUNT);
  return view;
}

const page: VitalsPage = {
  drawOwn,
  drawUPlot,
  async openEcg() {
    await open('/ekg-details/strip', () => searchset([ecg()]));
    await until(() => document.querySelector('canvas') !== null);
    await frame();
  },
  async panEcg(steps) {
    const strip = document.querySelector('canvas')?.closest('[role=application]');
    for (let step = 0; step < steps; step += 1) {
      strip?.dispatchEvent(
        new KeyboardEvent('keydown', { key: step < steps / 2 ? 'ArrowRight' : 'ArrowLeft', bubbles: true }),
      );
      await frame();
    }
    return document.querySelector('[data-testid=ecg-place]')?.textContent ?? '';
  },
  analyseEcg(times) {
    const leads = (['I', 'II', 'III'] as const).map((name, index) => ({
      name,
      computed: false,
      signal: Float32Array.from(steps([600, 800, 300][index] ?? 0, 15_000), (step) => ((step - 2048) * 1.612) / 1000),
    }));
    for (let time = 0; time < times; time += 1) analysisOf({ leads, rate: 500, limit: 3.297 });
  },
  async mountAndLeave(path, times) {
    app ??= await appOf(path);
    for (let time = 0; time < times; time += 1) {
      await app.mount(MOUNT);
      await until(() => box().querySelector('h1') !== null && box().querySelector('[aria-busy=true]') === null);
      await app.unmount(MOUNT);
      // The fake host writes down all that happens.
      for (const list of Object.values(host?.seen ?? {})) list.length = 0;
    }
  },
};
Object.assign(window, { vitals: page });
