import { hrefOf, replaceScreen } from '@phr/module-kit/screens';
import { isAppError } from '@phr/contract/app-error';
import { formatDate } from '@phr/fhir/dates';
import { EntryForm } from '@phr/module-kit/entry-form';
import { Facts } from '@phr/module-kit/facts';
import { useHost } from '@phr/module-kit/host';
import { codeOf } from '@phr/module-kit/error-code';
import { Screen } from '@phr/module-kit/screen';
import { Card } from '@phr/ui/card';
import { Checkbox } from '@phr/ui/checkbox';
import { EmptyState } from '@phr/ui/empty-state';
import { ErrorCard } from '@phr/ui/error-card';
import { LinkButton } from '@phr/ui/link-button';
import { LoadingRegion } from '@phr/ui/loading-region';
import { Skeleton } from '@phr/ui/skeleton';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { ScreenProps } from '../../views/screen-props.ts';
import { classKey } from '../encounters/encounter-kind.model.ts';
import { joinProgramme, useProgramme } from './enrollment.api.ts';
import type { Programme, ProgrammeName } from './enrollment.entity.ts';
import { ProgrammeForm } from './programme-form.view.tsx';

/** Joins an organisation's programme: `/enrollment?e=<code>&t=<type>&o=<organisation>`; asks for missing parts. */
export function EnrollmentView({ level }: ScreenProps) {
  const [search] = useSearchParams();
  const [enrollmentCode = '', enrollmentType = '', orgCode = ''] = ['e', 't', 'o'].map(
    (name) => search.get(name) ?? '',
  );
  const name = { enrollmentCode, enrollmentType, orgCode };
  if (Object.values(name).includes('')) return <ProgrammeForm level={level} known={name} />;
  return <NamedProgramme key={JSON.stringify(name)} level={level} name={name} />;
}

function NamedProgramme({ level, name }: { readonly level: number; readonly name: ProgrammeName }) {
  const { t } = useTranslation();
  const { navigation } = useHost();
  const programme = useProgramme(name);
  if (programme.data !== undefined) return <Joining level={level} programme={programme.data} />;
  const code = isAppError(programme.error) ? programme.error.code : '';
  return (
    <Screen title={t('screen.enrollment')} headingLevel={level} back={{ screen: 'dashboard' }}>
      {code === 'NOT_FOUND' || code === 'ENROLLMENT_EXPIRED' ? (
        <EmptyState
          title={t(code === 'NOT_FOUND' ? 'enroll.notFound' : 'enrollment.expired')}
          help={t('enroll.notFound.help')}
          action={<LinkButton href={hrefOf(navigation, { screen: 'enrollment' })}>{t('enroll.again')}</LinkButton>}
        />
      ) : programme.isError ? (
        <ErrorCard
          thing={t('enroll.thing')}
          code={codeOf(programme.error)}
          onRetry={() => programme.refetch()}
          level={level + 1}
        />
      ) : (
        <LoadingRegion thing={t('enroll.thing')} onRetry={() => void programme.refetch()}>
          <Skeleton height={240} shape="form" />
        </LoadingRegion>
      )}
    </Screen>
  );
}

function Joining({ level, programme }: { readonly level: number; readonly programme: Programme }) {
  const { t } = useTranslation();
  const { request, navigation, topics } = useHost();
  // consent is for this joining only, so it is not stored as a draft
  const [agreed, setAgreed] = useState(false);
  const encounterId = useRef<string>(undefined);
  const { enrollmentType, orgName, title, description, start, end, shares } = programme;
  const kind = classKey(enrollmentType);
  const needsConsent = shares.length > 0;
  return (
    <EntryForm<object, { readonly orgId: string }>
      screen="enrollment"
      level={level}
      back={{ screen: 'dashboard' }}
      success="toast.enrollment"
      submitLabel={t('enroll.join')}
      initial={() => ({})}
      parse={() => undefined}
      check={() =>
        agreed || !needsConsent
          ? { ok: true, entry: { orgId: programme.orgId } }
          : { ok: false, faults: [{ field: 'agreed', message: 'enroll.err.consent' }] }
      }
      save={async (_entry, { patientId, idOf }) => {
        encounterId.current = await joinProgramme(request, programme, patientId, idOf('join'));
        topics.publish('encounter.changed', { patientId });
        return { isWaiting: false };
      }}
      onSaved={() => {
        if (encounterId.current === undefined) replaceScreen(navigation, { screen: 'dashboard' });
        else replaceScreen(navigation, { screen: 'encounter-details', params: { id: encounterId.current } });
      }}
      about={
        <Card title={title} level={level + 1}>
          {description !== undefined && <p>{description}</p>}
          <Facts
            facts={[
              [t('enc.provider'), orgName],
              [t('enroll.type'), kind && t(kind)],
              [t('enroll.start'), formatDate(start, { time: false })],
              [t('enroll.end'), formatDate(end, { time: false })],
              [
                t('org.shares'),
                needsConsent ? shares.map((share) => t(`enroll.share.${share}`)).join(', ') : t('enroll.sharesNothing'),
              ],
            ]}
          />
        </Card>
      }
    >
      {({ idOf, errorOf }) =>
        needsConsent && (
          <Checkbox
            id={idOf('agreed')}
            label={
              shares.length === 2
                ? t('org.consentShare')
                : t('enroll.consentShare', {
                    what: shares.map((share) => t(`enroll.share.${share}`).toLowerCase()).join(', '),
                    provider: orgName,
                  })
            }
            hint={t('enroll.consentHint')}
            error={errorOf('agreed')}
            checked={agreed}
            onChange={setAgreed}
          />
        )
      }
    </EntryForm>
  );
}
