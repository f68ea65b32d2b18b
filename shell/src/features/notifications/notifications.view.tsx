import { Button } from '@phr/ui/button';
import { Badge } from '@phr/ui/badge';
import { Card } from '@phr/ui/card';
import { EmptyState } from '@phr/ui/empty-state';
import { formatMoment } from '@phr/ui/format';
import { IconNotifications } from '@phr/ui/icons';
import { List, ListRow } from '@phr/ui/list';
import { NOTICE_ICONS } from '@phr/ui/notice';
import { Screen } from '../../core/screen.tsx';
import { useShell, useStore } from '../../core/shell.tsx';
import { useTexts } from '../../core/texts.tsx';
import { openPlace } from '../../core/open-place.ts';
import { WaitingList } from '../waiting/waiting-list.view.tsx';

/** What was told in this session, newest first; in memory only (D-94). */
export function NotificationsScreen() {
  const { t, locale } = useTexts();
  const shell = useShell();
  const { notifications } = shell;
  const all = useStore(notifications.all);
  const hasUnread = all.some(({ isRead }) => !isRead);
  return (
    <Screen
      title={t('screen.notifications')}
      backHref="/dashboard"
      actions={
        hasUnread && (
          <Button dense onClick={notifications.markAllRead}>
            {t('noti.markAll')}
          </Button>
        )
      }
    >
      <WaitingList />
      {all.length === 0 ? (
        <EmptyState icon={IconNotifications} title={t('empty.notifications')} help={t('noti.emptyHelp')} />
      ) : (
        <Card flush>
          <List label={t('screen.notifications')} items={all} keyOf={({ id }) => String(id)}>
            {({ type, title, description, at, isRead, place }) => (
              <ListRow
                icon={NOTICE_ICONS[type]}
                title={title}
                subtitle={[description, formatMoment(at, locale)].filter((part) => part !== undefined).join(' · ')}
                detail={!isRead && <Badge tone="info">{t('noti.new')}</Badge>}
                action={
                  place && (
                    <Button dense aria-label={`${t('noti.open')}: ${title}`} onClick={() => openPlace(shell, place)}>
                      {t('noti.open')}
                    </Button>
                  )
                }
              />
            )}
          </List>
        </Card>
      )}
    </Screen>
  );
}
