import { hrefOf, replaceScreen } from '@phr/module-kit/screens';
import { contactPoint } from '@phr/fhir/datatypes';
import { list } from '@phr/fhir/json';
import { EntryForm } from '@phr/module-kit/entry-form';
import { Facts } from '@phr/module-kit/facts';
import { useHost, usePatient } from '@phr/module-kit/host';
import { codeOf } from '@phr/module-kit/error-code';
import { Screen } from '@phr/module-kit/screen';
import { Card } from '@phr/ui/card';
import { Checkbox } from '@phr/ui/checkbox';
import { EmptyState } from '@phr/ui/empty-state';
import { ErrorCard } from '@phr/ui/error-card';
import { formatPhone } from '@phr/ui/format';
import { IconFacility } from '@phr/ui/icons';
import { LinkButton } from '@phr/ui/link-button';
import { LoadingRegion } from '@phr/ui/loading-region';
import { Skeleton } from '@phr/ui/skeleton';
import { useUi } from '@phr/ui/ui-text';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import type { ScreenProps } from '../../views/screen-props.ts';
import { classKey } from '../encounters/encounter-kind.model.ts';
import { usePatientResource } from '../form/patient.api.ts';
import type { Organization } from '../organizations/organization.entity.ts';
import { useProvider } from '../organizations/organizations.api.ts';
import { registerAt } from './register-org.api.ts';

/** Confirms registration at an organisation: what is shared with whom, and nothing before consent (ORG-04). */
export function ConfirmRegisterOrgView({ level }: ScreenProps) {
  const { t } = useTranslation();
  const { navigation } = useHost();
  const { ro, so } = useParams();
  const provider = useProvider(ro);
  const shared = useProvider(so);
  const patient = usePatientResource();
  const parts = so === undefined ? [provider, patient] : [provider, shared, patient];
  const failed = parts.find(({ isError }) => isError);
  const retry = () => Promise.all(parts.map((part) => part.refetch()));
  const title = t('screen.confirm-register-org');

  if (ro === undefined) {
    return (
      <Screen title={title} headingLevel={level} back={{ screen: 'dashboard' }}>
        <EmptyState
          icon={IconFacility}
          title={t('org.none')}
          action={
            <LinkButton variant="primary" href={hrefOf(navigation, { screen: 'register-org' })}>
              {t('org.choose')}
            </LinkButton>
          }
        />
      </Screen>
    );
  }
  if (provider.data === undefined || patient.data === undefined || (so !== undefined && shared.data === undefined)) {
    return (
      <Screen title={title} headingLevel={level} back={{ screen: 'dashboard' }}>
        {failed === undefined ? (
          <LoadingRegion thing={t('org.thing')} onRetry={() => void retry()}>
            <Skeleton height={200} lines={1} />
          </LoadingRegion>
        ) : (
          <ErrorCard thing={t('org.thing')} code={codeOf(failed.error)} onRetry={retry} level={level + 1} />
        )}
      </Screen>
    );
  }
  return <Confirmation level={level} provider={provider.data} shared={shared.data} patient={patient.data} />;
}

interface ConfirmationProps {
  readonly level: number;
  readonly provider: Organization;
  readonly shared: Organization | undefined;
  readonly patient: { readonly [element: string]: unknown };
}

function Confirmation({ level, provider, shared, patient }: ConfirmationProps) {
  const { t } = useTranslation();
  const { locale } = useUi();
  const { request, navigation, topics } = useHost();
  const name = usePatient().viewed?.name;
  const [search] = useSearchParams();
  const encounterType = search.get('encounterType')?.toUpperCase();
  const kind = classKey(encounterType);
  const phone = contacts(patient['telecom'])?.find(({ system }) => system === 'phone')?.value;
  // consent is for this submission only, so it is not stored as a draft
  const [agreed, setAgreed] = useState(false);
  return (
    <EntryForm<object, { readonly agreed: true }>
      screen="confirm-register-org"
      level={level}
      back={{ screen: 'dashboard' }}
      success="toast.treatmentRegistered"
      submitLabel={t('org.register')}
      initial={() => ({})}
      parse={() => undefined}
      check={() =>
        agreed
          ? { ok: true, entry: { agreed } }
          : { ok: false, faults: [{ field: 'agreed', message: 'org.err.consent' }] }
      }
      save={async (_entry, { idOf }) => {
        await registerAt(
          request,
          { patient, registerOrgId: provider.id, sharedOrgId: shared?.id, encounterType },
          idOf('registration'),
        );
        return { isWaiting: false };
      }}
      onSaved={() => {
        topics.publish('encounter.changed', { patientId: String(patient['id']) });
        replaceScreen(navigation, { screen: 'dashboard' });
      }}
      about={
        <Card title={provider.name} level={level + 1}>
          <Facts
            facts={[
              [t('org.address'), provider.address],
              [t('org.phone'), provider.phone?.replace(/^\+?84/, '0')],
              [t('org.sharedWith'), shared?.name],
              [t('enc.type'), kind && t(kind)],
              [
                t('org.shares'),
                [name, phone && formatPhone(phone, locale)]
                  .filter((part) => part !== undefined && part !== '')
                  .join(' · '),
              ],
            ]}
          />
        </Card>
      }
    >
      {({ idOf, errorOf }) => (
        <Checkbox
          id={idOf('agreed')}
          label={t('org.consentShare')}
          hint={t('org.consentHint')}
          error={errorOf('agreed')}
          checked={agreed}
          onChange={setAgreed}
        />
      )}
    </EntryForm>
  );
}

const contacts = list(contactPoint);
