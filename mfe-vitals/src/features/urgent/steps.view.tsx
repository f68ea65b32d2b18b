import { Button } from '@phr/ui/button';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShownAdvice } from './use-advice.ts';
import css from './urgent.module.css';

/** First the question about danger signs: yes shows the emergency number alone, no the steps and when to remeasure. */
export function Steps({ advice, emergencyNumber }: { readonly advice: ShownAdvice; readonly emergencyNumber: string }) {
  const { t } = useTranslation();
  const { signs, words, again } = advice;
  const [hasSign, setHasSign] = useState<boolean>();
  const id = useId();
  const answer = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // the pressed buttons are gone
    if (hasSign !== undefined) answer.current?.focus();
  }, [hasSign]);
  if (signs.length > 0 && hasSign === undefined)
    return (
      <div className={css.question} role="group" aria-labelledby={id}>
        <p id={id} className={css.body}>
          {t('urgent.signs')}
        </p>
        <ul>
          {signs.map((sign) => (
            <li key={sign}>{sign}</li>
          ))}
        </ul>
        <div className={css.actions}>
          <Button onClick={() => setHasSign(true)}>{t('urgent.yes')}</Button>
          <Button onClick={() => setHasSign(false)}>{t('urgent.no')}</Button>
        </div>
      </div>
    );
  return (
    <>
      <p className={css.body} ref={answer} tabIndex={-1}>
        {hasSign === true
          ? t('urgent.danger', { number: emergencyNumber })
          : words.replaceAll('{number}', emergencyNumber)}
      </p>
      {hasSign !== true && again !== undefined && <Timer minutes={again} />}
    </>
  );
}

const TICK_MS = 1_000;

/** A remeasuring timer on this page; announces its end once, not its seconds. */
function Timer({ minutes }: { readonly minutes: number }) {
  const { t } = useTranslation();
  const [times, setTimes] = useState<{ readonly until: number; readonly now: number }>();
  const isRunning = times !== undefined && times.now < times.until;
  useEffect(() => {
    if (!isRunning) return undefined;
    // background pages tick late: compute from the clock
    const timer = setInterval(() => setTimes((before) => before && { ...before, now: Date.now() }), TICK_MS);
    return () => clearInterval(timer);
  }, [isRunning]);
  const start = () => setTimes({ until: Date.now() + minutes * 60_000, now: Date.now() });
  return (
    <div className={css.actions}>
      {times === undefined && <Button onClick={start}>{t('urgent.timer', { n: minutes })}</Button>}
      {isRunning && <p role="timer">{t('urgent.left', { time: clockOf(times.until - times.now) })}</p>}
      <p role="status">{times !== undefined && !isRunning ? t('urgent.again') : ''}</p>
    </div>
  );
}

/** "4:07". */
function clockOf(ms: number): string {
  const seconds = Math.ceil(ms / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
