import type { Verdict } from '@phr/clinical/assess/verdict';
import { useSettings } from '@phr/module-kit/host';
import { Button } from '@phr/ui/button';
import { Heading } from '@phr/ui/heading';
import { Icon } from '@phr/ui/icon';
import { IconCall } from '@phr/ui/icons';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Steps } from './steps.view.tsx';
import { useAdvice } from './use-advice.ts';
import css from './urgent.module.css';

interface UrgentProps {
  /** The verdict behind it, which determines the wording. */
  readonly verdict: Pick<Verdict, 'advice' | 'level'>;
  readonly level: number;
  /** Takes the focus when shown in response to an action. */
  readonly takesFocus?: boolean;
  readonly onUnderstood: () => void;
  /** Content above the advice, e.g. that the reading was saved. */
  readonly children?: ReactNode;
}

/** What to do now: calm advice that stays until dismissed (UX-18). Not a diagnosis. */
export function Urgent({ verdict, level, takesFocus = false, onUnderstood, children }: UrgentProps) {
  const { t } = useTranslation();
  const { emergencyNumber } = useSettings();
  const advice = useAdvice(verdict.advice?.id);
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return (
    <section className={css.urgent} aria-labelledby={id}>
      <Heading level={level} look="h2" id={id} ref={heading} tabIndex={-1}>
        {t(verdict.level === 'veryDangerous' ? 'urgent.title' : 'urgent.titleToday')}
      </Heading>
      {children}
      {advice === undefined ? (
        <p className={css.body}>{t('urgent.callOnly', { number: emergencyNumber })}</p>
      ) : (
        <Steps advice={advice} emergencyNumber={emergencyNumber} />
      )}
      {advice?.isDraft === true && <p className={css.body}>{t('urgent.unreviewed')}</p>}
      <div className={css.actions}>
        <a className={css.call} href={`tel:${emergencyNumber}`}>
          <Icon of={IconCall} />
          {t('urgent.call', { number: emergencyNumber })}
        </a>
        <Button onClick={onUnderstood}>{t('urgent.understood')}</Button>
      </div>
    </section>
  );
}
