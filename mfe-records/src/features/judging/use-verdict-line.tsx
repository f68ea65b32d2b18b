import type { Observation } from '@phr/fhir/resources';
import type { RecordLine } from '@phr/module-kit/record-row';
import { useTranslation } from 'react-i18next';
import { useVerdicts } from './use-verdicts.ts';
import { VerdictBadges } from './verdict-badges.view.tsx';

/** A row's verdict line; undefined if unjudged. */
export function useVerdictLine(raw: Observation | undefined): RecordLine | undefined {
  const { t } = useTranslation();
  const judged = useVerdicts(raw);
  return judged.length === 0 ? undefined : { label: t('obs.level'), value: <VerdictBadges judged={judged} /> };
}
