import { hrefOf } from '@phr/module-kit/screens';
import { useHost } from '@phr/module-kit/host';
import { useLinked } from '@phr/module-kit/linked-record';
import { LinkButton } from '@phr/ui/link-button';
import { Actions } from '@phr/ui/page';
import { useTranslation } from 'react-i18next';
import type { Encounter } from '../encounters/encounter.entity.ts';
import type { EncounterKind } from '../encounters/encounter-kind.model.ts';

type ReportScreen = 'f0h-health-report' | 'post-covid-19-health-report' | 'family-care-health-risk-factors';

/** What a person reports during an encounter of a kind. */
const REPORTS: Readonly<Partial<Record<EncounterKind, ReportScreen>>> = {
  F0H: 'f0h-health-report',
  POST_COVID: 'post-covid-19-health-report',
  FAMILY_DOCTOR: 'family-care-health-risk-factors',
};
const ENDED = new Set(['finished', 'cancelled', 'entered-in-error']);

/**
 * Links to reporting and measuring within an encounter, and to its risk assessments. No reporting into a linked
 * hospital record.
 */
export function EncounterLinks({ encounter: { id, kind, status } }: { readonly encounter: Encounter }) {
  const { t } = useTranslation();
  const { navigation } = useHost();
  const isLinked = useLinked() !== undefined;
  const report = REPORTS[kind];
  return (
    <Actions>
      {report !== undefined && !ENDED.has(status) && !isLinked && (
        <LinkButton variant="primary" href={hrefOf(navigation, { screen: report, params: { encounterId: id } })}>
          {t(`screen.${report}`)}
        </LinkButton>
      )}
      {!isLinked && (
        <LinkButton href={hrefOf(navigation, { screen: 'lab-observations', params: { encounterId: id } })}>
          {t('screen.lab-observations')}
        </LinkButton>
      )}
      <LinkButton href={hrefOf(navigation, { screen: 'encounter-risk-assessment', params: { encounterId: id } })}>
        {t('screen.risk-assessment')}
      </LinkButton>
    </Actions>
  );
}
