import { Badge } from '@phr/ui/badge';
import { Card } from '@phr/ui/card';
import { FactList } from '@phr/ui/fact-list';
import { formatDate, formatPhone } from '@phr/ui/format';
import { IconSuccess, IconWarning } from '@phr/ui/icons';
import { Screen } from '../../app/screen.tsx';
import { useShell, useStore } from '../../app/shell.tsx';
import { useTexts } from '../../app/texts.tsx';

/** Who the record on screen belongs to, to read. */
export function ProfileScreen() {
  const { t, locale, find } = useTexts();
  const { patients } = useShell();
  const { main, viewed } = useStore(patients.context);
  const user = useStore(patients.user);
  const person = useStore(patients.state).details.find(({ id }) => id === viewed?.id);
  const verified = user?.phoneNumberVerified === true;
  return (
    <Screen title={t('screen.profile')} backHref="/dashboard">
      {person !== undefined && (
        <Card title={person.name} level={2}>
          {person.id === main?.id && (
            <div><Badge tone={verified ? 'success' : 'warning'} icon={verified ? IconSuccess : IconWarning}>{t(verified ? 'profile.phoneVerified' : 'profile.phoneUnverified')}</Badge></div>
          )}
          <FactList
            facts={[
              { name: t('profile.code'), content: person.code },
              { name: t('profile.birthDate'), content: person.birthDate === undefined ? undefined : formatDate(person.birthDate, locale) },
              { name: t('profile.gender'), content: person.gender === undefined ? undefined : find(`gender.${person.gender}`) },
              { name: t('profile.phone'), content: person.phone === undefined ? undefined : formatPhone(person.phone, locale) },
              { name: t('profile.email'), content: person.email },
              { name: t('profile.address'), content: person.address },
            ]}
          />
        </Card>
      )}
    </Screen>
  );
}
