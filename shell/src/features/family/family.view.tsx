import { Badge } from '@phr/ui/badge';
import { Button } from '@phr/ui/button';
import { Card } from '@phr/ui/card';
import { EmptyState } from '@phr/ui/empty-state';
import { ErrorCard } from '@phr/ui/error-card';
import { formatDate } from '@phr/ui/format';
import { IconDone, IconFamily } from '@phr/ui/icons';
import { ListRow } from '@phr/ui/list';
import { LoadingRegion } from '@phr/ui/loading-region';
import { relationWords } from '@phr/ui/relation';
import { Skeleton } from '@phr/ui/skeleton';
import { useUiText } from '@phr/ui/ui-text';
import { Screen } from '../../app/screen.tsx';
import { useShell, useStore } from '../../app/shell.tsx';
import { useTexts } from '../../app/texts.tsx';
import css from './family.module.css';

/** The household: who belongs to it, and whose record is on screen. Switching opens the dashboard (NAV-10). */
export function FamilyScreen() {
  const { t, locale } = useTexts();
  const text = useUiText();
  const { patients, navigation } = useShell();
  const { family, viewed } = useStore(patients.context);
  const { family: progress } = useStore(patients.state);
  const view = (id: string) => navigation.leave(() => { patients.view(id); navigation.push('/dashboard'); });
  return (
    <Screen title={t('screen.family')} backHref="/dashboard">
      {progress === 'failed' && <ErrorCard level={2} title={t('family.failed')} code="FAMILY" onRetry={() => patients.load()} />}
      <Card flush>
        <ul className={css.members} aria-label={t('family.members')}>
          {family.map((person) => (
            <li key={person.id}>
              <ListRow
                icon={IconFamily}
                title={person.name}
                subtitle={`${relationWords(person.relationship, text)} · ${formatDate(person.birthDate, locale)}`}
                detail={person.id === viewed?.id ? <Badge tone="brand" icon={IconDone}>{t('family.viewing')}</Badge> : undefined}
                action={person.id === viewed?.id ? undefined : <Button dense aria-label={`${t('family.view')}: ${person.name}`} onClick={() => view(person.id)}>{t('family.view')}</Button>}
              />
            </li>
          ))}
        </ul>
      </Card>
      {progress === 'loading' && <LoadingRegion thing={t('family.loadingThing')}><Skeleton height={72} lines={2} /></LoadingRegion>}
      {family.length === 1 && progress === undefined && <EmptyState title={t('empty.family')} help={t('family.none')} />}
    </Screen>
  );
}
