import { formatDate } from '@phr/fhir/dates';
import { formatMoney } from '@phr/fhir/quantities';
import { type RecordLine, RecordRow } from '@phr/module-kit/record-row';
import { useTranslation } from 'react-i18next';
import type { Encounter } from '../encounters/encounter.entity.ts';
import { statusOf } from '../described/described.model.ts';
import { costGroups, totalOf } from './costs.model.ts';
import { EncounterSection } from './encounter-section.view.tsx';
import { useAccount, useClaims, useInsurance } from './sections.api.ts';

// Payment sections of an encounter (D-106).

interface SectionProps {
  readonly encounter: Encounter;
  readonly level: number;
}

export function InsuranceSection({ encounter, level }: SectionProps) {
  const { t } = useTranslation();
  const { list, isGuess } = useInsurance(encounter);
  return (
    <EncounterSection
      name="insurance"
      list={list}
      level={level}
      note={isGuess ? t('enc.insuranceOfRecord') : undefined}
    >
      {({ code, kind, payor, serviceProviderNo, validFrom, validTo, ...stated }) => (
        <RecordRow
          badge={statusOf(stated)}
          title={kind ?? payor ?? t('enc.insurance')}
          lines={[
            named(t('enc.insuranceCode'), code),
            kind === undefined ? undefined : payor,
            named(t('enc.insuranceProviderNo'), serviceProviderNo),
            named(t('enc.validFrom'), formatDate(validFrom, { time: false })),
            named(t('enc.validTo'), formatDate(validTo, { time: false })),
          ]}
        />
      )}
    </EncounterSection>
  );
}

/** Claims of the encounter, grouped by what was paid for. */
export function CostsSection({ encounter, level }: SectionProps) {
  const { t } = useTranslation();
  const list = useClaims(encounter.id);
  const groups = costGroups(list.rows);
  // What is not read yet costs something, too.
  const total = list.hasMore ? undefined : formatMoney(totalOf(list.rows));
  return (
    <EncounterSection
      name="costs"
      list={{ ...list, rows: groups, total: groups.length }}
      level={level}
      note={total === undefined ? undefined : `${t('claim.total')}: ${total}`}
    >
      {({ id, costs, sum }) => (
        <RecordRow
          title={t(`claim.${id}`)}
          lines={[
            ...(costs.length > 1 || id === 'other'
              ? costs.map(({ name, amount }) => named(name ?? t('enc.noName'), formatMoney(amount) ?? t('data.none')))
              : []),
            costs.length === 1 && id === 'other' ? undefined : formatMoney(sum),
          ]}
        />
      )}
    </EncounterSection>
  );
}

const ACCOUNT_STATUSES = new Set(['active', 'inactive', 'on-hold', 'entered-in-error']);

/** Account charged for the encounter; hidden if none is named. */
export function AccountSection({ encounter: { accountId }, level }: SectionProps) {
  const { t } = useTranslation();
  const list = useAccount(accountId);
  if (accountId === undefined) return null;
  return (
    <EncounterSection name="account" list={list} level={level}>
      {({ name, status = '', owner, start, end }) => (
        <RecordRow
          title={name ?? t('enc.account')}
          badge={ACCOUNT_STATUSES.has(status) ? { words: t(`enc.account.${status}`), tone: 'neutral' } : undefined}
          lines={[
            owner,
            start === undefined ? undefined : t('enc.from', { date: formatDate(start, { time: false }) }),
            end === undefined ? undefined : t('enc.until', { date: formatDate(end, { time: false }) }),
          ]}
        />
      )}
    </EncounterSection>
  );
}

function named(label: string, value: string | undefined): RecordLine | undefined {
  return value === undefined ? undefined : { label, value };
}
