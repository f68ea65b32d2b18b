import { replaceScreen } from '@phr/module-kit/screens';
import { textsOf } from '@phr/module-kit/checked-form';
import { EntryForm } from '@phr/module-kit/entry-form';
import { useHost } from '@phr/module-kit/host';
import { codeOf } from '@phr/module-kit/error-code';
import { Screen } from '@phr/module-kit/screen';
import { ChoiceField } from '@phr/ui/choice-field';
import { ErrorCard } from '@phr/ui/error-card';
import { FieldGroup } from '@phr/ui/field-group';
import { LoadingRegion } from '@phr/ui/loading-region';
import { Skeleton } from '@phr/ui/skeleton';
import { TextField } from '@phr/ui/text-field';
import { useTranslation } from 'react-i18next';
import type { ScreenProps } from '../../views/screen-props.ts';
import { useProviders } from '../organizations/organizations.api.ts';
import { askLink } from './link-profile.api.ts';
import { checkLink, EMPTY_LINK, type LinkForm } from './link-request.model.ts';
import type { LinkEntry } from './link-request.entity.ts';
import { SelfOnly } from './self-only.view.tsx';
import { useOwnProfile } from './use-own-profile.ts';

/** Requests linking a provider's record to the own profile. */
export function LinkProfileCreateView({ level }: ScreenProps) {
  const { t } = useTranslation();
  const { request, navigation } = useHost();
  const isOwn = useOwnProfile();
  const providers = useProviders();
  const title = t('screen.link-profile-create');
  if (!isOwn)
    return (
      <Screen title={title} headingLevel={level} back={{ screen: 'link-profile' }}>
        <SelfOnly />
      </Screen>
    );
  if (providers.data === undefined) {
    return (
      <Screen title={title} headingLevel={level} back={{ screen: 'link-profile' }}>
        {providers.isError ? (
          <ErrorCard
            thing={t('link.providers')}
            code={codeOf(providers.error)}
            onRetry={() => providers.refetch()}
            level={level + 1}
          />
        ) : (
          <LoadingRegion thing={t('link.providers')} onRetry={() => void providers.refetch()}>
            <Skeleton height={320} shape="form" />
          </LoadingRegion>
        )}
      </Screen>
    );
  }
  const options = providers.data.map(({ id, name, address }) => ({ value: id, label: name, hint: address }));
  return (
    <EntryForm<LinkForm, LinkEntry>
      screen="link-profile-create"
      level={level}
      back={{ screen: 'link-profile' }}
      success="toast.linkRequest"
      submitLabel={t('link.send')}
      initial={() => EMPTY_LINK}
      parse={textsOf}
      check={checkLink}
      save={async (entry, { patientId, idOf }) => {
        await askLink(request, patientId, entry, idOf('task'));
        return { isWaiting: false };
      }}
      onSaved={() => replaceScreen(navigation, { screen: 'link-profile' })}
    >
      {({ form, change, idOf, errorOf }) => {
        const field = (name: keyof LinkForm, label: string) => (
          <TextField
            id={idOf(name)}
            label={t(label)}
            value={form[name]}
            error={errorOf(name)}
            onChange={(text) => change((before) => ({ ...before, [name]: text }))}
            maxLength={64}
            autoComplete="off"
            spellCheck={false}
          />
        );
        return (
          <>
            <ChoiceField
              id={idOf('providerId')}
              label={t('link.provider')}
              value={form.providerId}
              error={errorOf('providerId')}
              options={options}
              onChange={(providerId) => change((before) => ({ ...before, providerId }))}
            />
            <FieldGroup title={t('link.numbers')}>
              <p>{t('link.numbersHelp')}</p>
              {field('medicalId', 'link.medicalId')}
              {field('examCode', 'link.examCode')}
              {field('insuranceCardNumber', 'link.insuranceCard')}
            </FieldGroup>
          </>
        );
      }}
    </EntryForm>
  );
}
