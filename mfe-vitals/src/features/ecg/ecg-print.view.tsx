import { usePrintWords } from '@phr/module-kit/print-head';
import { useLayoutEffect, useMemo, useRef } from 'react';
import { timePhrase, type Language } from '../readings/reading.words.ts';
import { drawStrip, rowsOf, sizeCanvas } from './draw.port.ts';
import css from './ecg-print.module.css';
import { pagesOf, type PaperLine } from './paper.model.ts';
import { qualityPhrases } from './quality.words.ts';
import { type analysisOf, durationOf, type Recording } from './recording.model.ts';
import { CLINIC, pxPerSecond } from './scale.model.ts';

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

/** Printed ECG: 25 mm/s and 10 mm/mV at 100 %. Each page names the person and recording time (UX-20). */
export function EcgPrint({ recording, found, language }: EcgPrintProps) {
  const { t } = language;
  const whose = usePrintWords();
  const duration = durationOf(recording);
  const pages = useMemo(() => pagesOf(recording, Math.min(duration, MOST_S)), [recording, duration]);
  const head = [whose, t('ecg.recordedAt', { time: timePhrase(recording.reading, language) }), t('ecg.paper')].join(
    ' · ',
  );
  return (
    <div className={css.sheet}>
      <p>
        {t('ecg.recordedAt', { time: timePhrase(recording.reading, language) })} · {t('ecg.paper')}
      </p>
      {duration > MOST_S && <p>{t('ecg.printFirst')}</p>}
      {found !== undefined && qualityPhrases(found, language).map((phrase) => <p key={phrase}>{phrase}</p>)}
      {pages.map((lines) => {
        const [first] = lines;
        return (
          first !== undefined && (
            <section key={`${first.from} ${first.leads[0]?.name}`} className={css.page}>
              <p className={css.head}>{head}</p>
              {lines.map((line) => (
                <Line
                  key={`${line.from} ${line.leads[0]?.name}`}
                  {...line}
                  recording={recording}
                  found={found}
                  label={t('ecg.second', { second: line.from })}
                />
              ))}
            </section>
          )
        );
      })}
    </div>
  );
}

interface LineProps extends Pick<EcgPrintProps, 'recording' | 'found'>, PaperLine {
  readonly label: string;
}

function Line({ recording, leads, found, from, to, label }: LineProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const width = (to - from) * pxPerSecond(CLINIC);
  const { rows, height } = rowsOf(leads, CLINIC, { rate: recording.rate, from, to });
  // before the browser takes its print snapshot
  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    sizeCanvas(context, width, height, RATIO);
    drawStrip(
      context,
      {
        rows,
        rate: recording.rate,
        scale: CLINIC,
        from,
        width,
        height,
        ratio: RATIO,
        peaks: found?.analysis.peaks ?? [],
        runs: found?.analysis.runs ?? [],
        analysed: found?.lead ?? '',
      },
      INK,
    );
  });
  return (
    <figure className={css.line}>
      <figcaption>
        {label} · {leads.map(({ name }) => name).join(', ')}
      </figcaption>
      <canvas ref={canvas} style={{ inlineSize: width, blockSize: height }} />
    </figure>
  );
}
