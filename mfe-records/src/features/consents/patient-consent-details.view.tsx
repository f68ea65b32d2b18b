import { replaceScreen } from '@phr/module-kit/screens';
import { formatDate } from '@phr/fhir/dates';
import { Facts } from '@phr/module-kit/facts';
import { useHost, usePatient } from '@phr/module-kit/host';
import { One } from '@phr/module-kit/detail-screen';
import { Screen } from '@phr/module-kit/screen';
import { ScreenLink } from '@phr/module-kit/screen-link';
import { Badge } from '@phr/ui/badge';
import { Card } from '@phr/ui/card';
import { EmptyState } from '@phr/ui/empty-state';
import { IconConsent } from '@phr/ui/icons';
import { Notice } from '@phr/ui/notice';
import { Stack } from '@phr/ui/page';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { lastMoment } from '../../last-moment.ts';
import type { ScreenProps } from '../../views/screen-props.ts';
import { ConsentAnswers } from './consent-answers.view.tsx';
import type { Consent } from './consent.entity.ts';
import { stateOf } from './consent-state.entity.ts';
import { badgeOf } from './consent-status.entity.ts';
import { useConsent } from './consents.api.ts';
import { useNow } from './use-now.ts';
import css from './patient-consent-details.module.css';

/**
 * One request or grant with its actions. May be opened from a notification: without id it shows the list; `p` names the
 * person concerned, who may be any family member (DEEP-09). The host opens that record; nobody else's consent is shown
 * instead (D-07).
 */
export function PatientConsentDetailsView({ level }: ScreenProps) {
  const { t } = useTranslation();
  const { navigation } = useHost();
  const { id, p } = useParams();
  const { viewed, family } = usePatient();
  useEffect(() => {
    if (id === undefined) replaceScreen(navigation, { screen: 'patient-consents' });
  }, [id, navigation]);
  const isOfAnother = p !== undefined && p !== viewed?.id;
  const other = family.find((person) => person.id === p);
  if (id === undefined) return null;
  return (
    <Screen title={t('screen.patient-consent-details')} headingLevel={level} back={{ screen: 'patient-consents' }}>
      {!isOfAnother ? (
        <OfViewed id={id} level={level + 1} />
      ) : other === undefined ? (
        <EmptyState icon={IconConsent} title={t('error.accessRestricted')} />
      ) : (
        <Notice action={<ScreenLink screen="family">{t('consent.toFamily')}</ScreenLink>}>
          {t('consent.ofOther', { name: other.name })}
        </Notice>
      )}
    </Screen>
  );
}

function OfViewed({ id, level }: { readonly id: string; readonly level: number }) {
  const { t } = useTranslation();
  const found = useConsent(id);
  return (
    <One
      found={found}
      thing={t('consent.one')}
      level={level}
      missing={<EmptyState icon={IconConsent} title={t('consent.notFound')} help={t('consent.notFound.help')} />}
    >
      {(consent) => <Details consent={consent} level={level} reload={found.retry} />}
    </One>
  );
}

/** What is requested, alone and mid-sentence, where our own words are lowercased and the requester's stay. */
function wordsOf({ isWhole, parts }: Consent, t: (key: string) => string): { what: string; inside: string } {
  const own = isWhole ? t('consent.wholeRecord') : parts.length === 0 ? t('consent.somePart') : undefined;
  if (own !== undefined) return { what: own, inside: own.toLowerCase() };
  const words = (change: (word: string) => string): string =>
    parts.map((part) => ('key' in part ? change(t(part.key)) : part.words)).join(', ');
  return { what: words((word) => word), inside: words((word) => word.toLowerCase()) };
}

function Details({
  consent,
  level,
  reload,
}: {
  readonly consent: Consent;
  readonly level: number;
  readonly reload: () => Promise<unknown>;
}) {
  const { t } = useTranslation();
  const over = lastMoment(consent.end);
  const now = useNow(over === undefined ? [] : [over]);
  const state = stateOf(consent, now);
  const badge = badgeOf(state);
  const { provider, end, isGrant } = consent;
  const { what, inside } = wordsOf(consent, t);
  const isAsked = isGrant && state === 'waiting';
  const [isOutdated, setOutdated] = useState(false);
  const answers = <ConsentAnswers consent={consent} now={now} reload={reload} onOutdated={setOutdated} />;
  return (
    <Stack>
      {/* request and answers before the details */}
      {isAsked && (
        <>
          <p className={css.question}>
            {t(end === undefined ? 'consent.asks' : 'consent.asksUntil', {
              who: provider ?? t('consent.providerUnknown'),
              what: inside,
              date: formatDate(end, { time: false }),
            })}
          </p>
          {answers}
        </>
      )}
      <Said consent={consent} what={what} badge={badge} level={level} />
      {isGrant && (state === 'waiting' || state === 'active') && <Notice>{t('consent.autoRevoke')}</Notice>}
      {isOutdated && (
        <Notice type="warning" announce="status">
          {t('consent.outdated')}
        </Notice>
      )}
      {!isAsked && answers}
    </Stack>
  );
}

/** Details of a consent. */
function Said({
  consent: { provider, requestCode, staff, grantedTo, start, end, dateTime, subject },
  what,
  badge,
  level,
}: {
  readonly consent: Consent;
  readonly what: string;
  readonly badge: ReturnType<typeof badgeOf>;
  readonly level: number;
}) {
  const { t } = useTranslation();
  return (
    <Card
      title={provider ?? t('consent.providerUnknown')}
      level={level}
      action={<Badge tone={badge.tone}>{t(badge.key)}</Badge>}
    >
      <Facts
        facts={[
          [t('consent.subject'), subject],
          [t('grant.requestCode'), requestCode],
          [t('grant.provider'), provider],
          [t('grant.staff'), staff],
          [t('grant.grantedTo'), grantedTo],
          [t('common.status'), t(badge.key)],
          [t('grant.startTime'), formatDate(start)],
          [t('consent.end'), formatDate(end)],
          [t('consent.parts'), what],
          [t('consent.changed'), formatDate(dateTime)],
        ]}
      />
    </Card>
  );
}
