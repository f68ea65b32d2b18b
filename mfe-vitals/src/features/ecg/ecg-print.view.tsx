import { usePatient } from '@phr/module-kit/host';
import { formatDate, formatInstant } from '@phr/ui/format';
import { useLayoutEffect, useRef, useState } from 'react';
import { timePhrase, type Language } from '../readings/reading-words.ts';
import { drawStrip, rowsOf, sizeCanvas } from './draw.ts';
import css from './ecg-print.module.css';
import { type analysisOf, durationOf, type Lead, type Recording } from './recording.model.ts';
import { CLINIC, pxPerSecond } from './scale.model.ts';

/** What one page holds of leads under each other: A4 on its side without margins, heads and captions. */
const MOST_HEIGHT_PX = 620;
/** Seconds of one line: 250 mm at 25 mm/s, on paper laid sideways. */
const LINE_S = 10;
/** The first minute of a recording is printed. */
const MOST_S = 60;
const RATIO = 3;
/** Paper has its own inks, whatever the screen's mode. */
const INK = { minor: '#f3c6c6', major: '#dd8f8f', trace: '#000', mark: '#005aa0' };

interface EcgPrintProps {
  readonly recording: Recording;
  readonly found: ReturnType<typeof analysisOf>;
  readonly language: Language;
}

/** The ECG on paper: 25 mm are a second and 10 mm a millivolt when printed at 100 %. */
export function EcgPrint({ recording, found, language }: EcgPrintProps) {
  const { t, locale, zone } = language;
  const patient = usePatient().viewed;
  const [now] = useState(() => Date.now());
  const duration = Math.min(durationOf(recording), MOST_S);
  const lines = Array.from({ length: Math.ceil(duration / LINE_S) }, (_, index) => index * LINE_S);
  return (
    <div className={css.sheet}>
      <p className={css.who}>{[patient?.name, patient?.birthDate === undefined ? undefined : t('print.born', { date: formatDate(patient.birthDate, locale) })].filter((text) => text !== undefined).join(' · ')}</p>
      <p>{timePhrase(recording.reading, language)} · {t('ecg.paper')} · {t('print.at', { time: formatInstant(now, locale, zone) })}</p>
      {durationOf(recording) > MOST_S && <p>{t('ecg.printFirst')}</p>}
      {lines.flatMap((from) => blocksOf(recording.leads).map((leads) => (
        <Line key={`${from} ${leads[0]?.name}`} recording={recording} leads={leads} found={found} from={from} to={Math.min(from + LINE_S, duration)} label={t('ecg.second', { second: from })} />
      )))}
      <p>{t('vit.notDiagnosis')}</p>
    </div>
  );
}

/** Leads that fit under each other on a page. */
function blocksOf(leads: readonly Lead[]): readonly (readonly Lead[])[] {
  const blocks: Lead[][] = [];
  let height = Infinity;
  for (const lead of leads) {
    const needed = rowsOf([lead], CLINIC).height;
    if (height + needed > MOST_HEIGHT_PX) {
      blocks.push([]);
      height = 0;
    }
    blocks.at(-1)?.push(lead);
    height += needed;
  }
  return blocks;
}

interface LineProps extends Pick<EcgPrintProps, 'recording' | 'found'> {
  readonly leads: readonly Lead[];
  readonly from: number;
  readonly to: number;
  readonly label: string;
}

function Line({ recording, leads, found, from, to, label }: LineProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const width = (to - from) * pxPerSecond(CLINIC);
  const { rows, height } = rowsOf(leads, CLINIC);
  // Before the browser takes its picture of the page.
  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    sizeCanvas(context, width, height, RATIO);
    const usable = found?.analysis.quality === 'good';
    drawStrip(context, { rows, rate: recording.rate, scale: CLINIC, from, width, height, ratio: RATIO, peaks: usable ? found.analysis.peaks : [], runs: found?.analysis.runs ?? [], analysed: found?.lead ?? '' }, INK);
  });
  return (
    <figure className={css.line}>
      <figcaption>{label} · {leads.map(({ name }) => name).join(', ')}</figcaption>
      <canvas ref={canvas} style={{ inlineSize: width, blockSize: height }} />
    </figure>
  );
}
