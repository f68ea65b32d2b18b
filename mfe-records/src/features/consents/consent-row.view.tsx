import { formatDate } from '@phr/fhir/dates';
import { RecordRow } from '@phr/module-kit/record-row';
import { useTranslation } from 'react-i18next';
import type { Consent } from './consent.entity.ts';
import { stateOf } from './consent-state.entity.ts';
import { badgeOf } from './consent-status.entity.ts';

/** A request or grant in the list, linking to its details. */
export function ConsentRow({ consent, now }: { readonly consent: Consent; readonly now: Date }) {
  const { t } = useTranslation();
  const badge = badgeOf(stateOf(consent, now));
  const { id, provider, subject, grantedTo, start, end, requestCode } = consent;
  return (
    <RecordRow
      title={provider ?? t('consent.providerUnknown')}
      lines={[
        subject,
        grantedTo === undefined || grantedTo === provider ? undefined : t('consent.to', { name: grantedTo }),
        start === undefined || end === undefined
          ? undefined
          : t('consent.period', { start: formatDate(start, { time: false }), end: formatDate(end, { time: false }) }),
        requestCode && t('consent.codeIs', { code: requestCode }),
      ]}
      badge={{ words: t(badge.key), tone: badge.tone }}
      to={{ screen: 'patient-consent-details', params: { id } }}
    />
  );
}
