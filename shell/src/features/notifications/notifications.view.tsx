import { Button } from '@phr/ui/button';
import { Badge } from '@phr/ui/badge';
import { Card } from '@phr/ui/card';
import { EmptyState } from '@phr/ui/empty-state';
import { formatMoment } from '@phr/ui/format';
import { IconNotifications } from '@phr/ui/icons';
import { List, ListRow } from '@phr/ui/list';
import { NOTICE_ICONS } from '@phr/ui/notice';
import { TabLinks } from '@phr/ui/tab-links';
import { useMemo } from 'react';
import { Screen } from '../../core/screen.tsx';
import { useShell, useStore } from '../../core/shell.tsx';
import { useTexts } from '../../core/texts.tsx';
import { navigateTo } from '../../core/navigate-to.ts';
import { WaitingList } from '../waiting/waiting-list.view.tsx';
import { Inbox } from './inbox.view.tsx';
import { inboxWords } from './inbox.words.ts';
import { useInbox } from './use-inbox.ts';
import { useOpened } from './use-opened.ts';

const SESSION = '?tab=session';

/** Persistent notifications (R-H3) and those of this session; without a server inbox only the latter (R-H9). */
export function NotificationsScreen() {
  const { t, locale } = useTexts();
  const { navigation, notifications } = useShell();
  const words = useMemo(() => inboxWords(locale), [locale]);
  useOpened(words);
  const inbox = useInbox();
  const sessionNotices = useStore(notifications.all);
  const hasInbox = inbox.state !== 'missing';
  const showsSession = useStore(navigation.location).search === SESSION || !hasInbox;
  const hasUnread = (showsSession ? sessionNotices : inbox.entries).some(({ isRead }) => !isRead);
  return (
    <Screen
      title={t('screen.notifications')}
      backHref="/dashboard"
      actions={
        hasUnread && (
          <Button dense onClick={showsSession ? notifications.markAllRead : () => inbox.mark('all')}>
            {t('noti.markAll')}
          </Button>
        )
      }
    >
      <WaitingList />
      {hasInbox && (
        <TabLinks
          label={words.t('inbox.tabs')}
          tabs={[
            { href: '/notifications', label: words.t('inbox.kept'), current: !showsSession },
            { href: `/notifications${SESSION}`, label: words.t('inbox.session'), current: showsSession },
          ]}
        />
      )}
      {showsSession ? <SessionList /> : <Inbox inbox={inbox} words={words} />}
    </Screen>
  );
}

/** Notices of this session, newest first; in memory only (D-94). */
function SessionList() {
  const { t, locale } = useTexts();
  const shell = useShell();
  const all = useStore(shell.notifications.all);
  if (all.length === 0)
    return <EmptyState icon={IconNotifications} title={t('empty.notifications')} help={t('noti.emptyHelp')} />;
  return (
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
                <Button dense aria-label={`${t('noti.open')}: ${title}`} onClick={() => navigateTo(shell, place)}>
                  {t('noti.open')}
                </Button>
              )
            }
          />
        )}
      </List>
    </Card>
  );
}
