import { contactValues } from '@phr/fhir/contacts';
import { identifierOf } from '@phr/fhir/identifiers';
import { Badge } from '@phr/ui/badge';
import { Card } from '@phr/ui/card';
import { EmptyState } from '@phr/ui/empty-state';
import { FactList } from '@phr/ui/fact-list';
import { formatDate, formatPhone } from '@phr/ui/format';
import { IconAdd, IconEdit, IconSuccess, IconWarning } from '@phr/ui/icons';
import { LinkButton } from '@phr/ui/link-button';
import { ListRow } from '@phr/ui/list';
import { Columns } from '@phr/ui/page';
import { Notice } from '@phr/ui/notice';
import { useUiText } from '@phr/ui/ui-text';
import { Screen } from '../../core/screen.tsx';
import { useShell, useStore } from '../../core/shell.tsx';
import { useT, useTexts } from '../../core/texts.tsx';
import { useTitles } from '../../core/titles.ts';
import { useAsync } from '../../core/forms/use-async.ts';
import type { PatientDetails } from '../../services/patient/patient.api.ts';
import { Avatar } from './avatar.view.tsx';
import css from './profile.module.css';
import { useReadOnly } from './use-read-only.ts';
import {
  contactIn,
  type Job,
  managingOrganizationOf,
  type Patient,
  profileOf,
  STORED_LOCALE,
} from '../../services/profile/profile.fhir.ts';
import { WithStored } from './with-stored.view.tsx';

/** Links to editing the profile, if allowed, and to linked hospital records. */
function ProfileLinks({ mayWrite }: { readonly mayWrite: boolean }) {
  const t = useT();
  const titleOf = useTitles();
  const linked = useStore(useShell().routes).named('linked-records');
  return (
    <>
      {linked !== undefined && (
        <LinkButton dense href={linked.path}>
          {titleOf(linked.screen)}
        </LinkButton>
      )}
      {mayWrite && (
        <LinkButton dense icon={IconEdit} href="/update-profile">
          {t('screen.update-profile')}
        </LinkButton>
      )}
    </>
  );
}

/** The owner of the record on screen, with contact persons. */
export function ProfileScreen() {
  const t = useT();
  const text = useUiText();
  const { patients } = useShell();
  const { viewed } = useStore(patients.context);
  const person = useStore(patients.state).details.find(({ id }) => id === viewed?.id);
  const mayWrite = !useReadOnly();
  if (person === undefined) return null;
  return (
    <Screen title={t('screen.profile')} backHref="/dashboard" actions={<ProfileLinks mayWrite={mayWrite} />}>
      {!mayWrite && <Notice>{text('person.readOnly')}</Notice>}
      <Summary person={person} />
      <WithStored key={person.id} patientId={person.id}>
        {({ patient }) => (
          <Columns
            main={<Facts person={person} patient={patient} />}
            side={<Contacts patient={patient} mayWrite={mayWrite} />}
          />
        )}
      </WithStored>
    </Screen>
  );
}

/** Name, code, and for the account's owner whether the number is confirmed (PROF-31). */
function Summary({ person }: { readonly person: PatientDetails }) {
  const t = useT();
  const { patients } = useShell();
  const { main } = useStore(patients.context);
  const verified = useStore(patients.user)?.phoneNumberVerified === true;
  return (
    <Card>
      <div className={css.summary}>
        <Avatar photo={person.photo} name={person.name} />
        <div>
          <h2>{person.name}</h2>
          <p>
            {t('profile.code')}: {person.code}
          </p>
          {person.id === main?.id && (
            <div className={css.phone}>
              <span>{t('profile.phone')}:</span>
              <Badge tone={verified ? 'success' : 'warning'} icon={verified ? IconSuccess : IconWarning}>
                {t(verified ? 'profile.phoneVerified' : 'profile.phoneUnverified')}
              </Badge>
              {!verified && (
                <LinkButton dense href="/phone-verify">
                  {t('profile.verifyNow')}
                </LinkButton>
              )}
            </div>
          )}
        </div>
      </div>
    </Card>
  );
}

function Facts({ person, patient }: { readonly person: PatientDetails; readonly patient: Patient }) {
  const { t, locale, find } = useTexts();
  const { birthDate, gender, maritalStatus, job, phone, naid, sb } = profileOf(patient);
  const jobWords = useJobWords(job);
  const organization = managingOrganizationOf(patient);
  return (
    <Card title={t('profile.person')} level={2}>
      <FactList
        facts={[
          {
            name: t('profile.birthDate'),
            content: birthDate === undefined ? undefined : formatDate(birthDate, locale),
          },
          { name: t('profile.gender'), content: gender === undefined ? undefined : find(`gender.${gender}`) },
          { name: t('profile.phone'), content: phone === undefined ? undefined : formatPhone(phone, locale) },
          { name: t('profile.email'), content: contactValues(patient.telecom, 'email')[0] },
          { name: t('profile.address'), content: person.address },
          {
            name: t('profile.maritalStatus'),
            content: maritalStatus === undefined ? undefined : find(`marital.${maritalStatus}`),
          },
          { name: t('profile.job'), content: jobWords },
          { name: t('profile.pi'), content: identifierOf(patient.identifier, 'PI') },
          { name: t('profile.naid'), content: naid },
          { name: t('profile.sb'), content: sb },
          ...(organization === undefined ? [] : [{ name: t('profile.managingOrganization'), content: organization }]),
        ]}
      />
    </Card>
  );
}

/** An occupation in the page's language; stored in Vietnamese (PROF-26). */
function useJobWords(job: Job | undefined): string | undefined {
  const { locale } = useTexts();
  const { profiles } = useShell();
  const { data } = useAsync(() => (job === undefined ? Promise.resolve([]) : profiles.occupations()));
  return (
    (locale === STORED_LOCALE ? undefined : data?.find(({ code }) => code === job?.code)?.words[locale]) ?? job?.label
  );
}

/** Contact persons, identified by index (PROF-30). */
function Contacts({ patient, mayWrite }: { readonly patient: Patient; readonly mayWrite: boolean }) {
  const { t, locale, find } = useTexts();
  const contacts = (patient.contact ?? []).map(contactIn);
  const add = mayWrite ? (
    <LinkButton dense icon={IconAdd} href="/update-patient-contactor">
      {t('profile.addContact')}
    </LinkButton>
  ) : undefined;
  if (contacts.length === 0)
    return (
      <EmptyState
        title={t('profile.noContacts')}
        {...(mayWrite && { help: t('profile.noContactsHelp') })}
        action={add}
      />
    );
  return (
    <Card title={t('profile.contacts')} level={2} flush action={add}>
      <ul className={css.contacts} aria-label={t('profile.contacts')}>
        {contacts.map(({ name = '', relationship, phone }, index) => (
          // contact persons are identified by index
          <li key={index}>
            <ListRow
              title={name}
              subtitle={[
                relationship === undefined ? undefined : find(`contact.${relationship}`),
                phone === undefined ? undefined : formatPhone(phone, locale).replaceAll(' ', '\u00a0'),
              ]
                .filter((part) => part !== undefined)
                .join(' · ')}
              action={
                mayWrite ? (
                  <LinkButton
                    dense
                    href={`/update-patient-contactor?index=${index}`}
                    aria-label={`${t('common.edit')}: ${name}`}
                  >
                    {t('common.edit')}
                  </LinkButton>
                ) : undefined
              }
            />
          </li>
        ))}
      </ul>
    </Card>
  );
}
