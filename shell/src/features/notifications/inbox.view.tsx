import { Badge } from '@phr/ui/badge';
import { Button } from '@phr/ui/button';
import { Card } from '@phr/ui/card';
import { EmptyState } from '@phr/ui/empty-state';
import { ErrorCard } from '@phr/ui/error-card';
import { formatMoment } from '@phr/ui/format';
import {
  IconAppointment,
  IconAttachment,
  IconConsent,
  IconDevices,
  IconLink,
  IconNotifications,
  IconReport,
  IconWarning,
  type IconShape,
} from '@phr/ui/icons';
import { List, ListRow } from '@phr/ui/list';
import { LoadingRegion } from '@phr/ui/loading-region';
import { Notice } from '@phr/ui/notice';
import { relationWords } from '@phr/ui/relation';
import { Skeleton } from '@phr/ui/skeleton';
import { navigateTo } from '../../core/navigate-to.ts';
import { useShell, useStore } from '../../core/shell.tsx';
import { useTexts } from '../../core/texts.tsx';
import { type Entry, keyOf } from './inbox.api.ts';
import { describeEntry } from './inbox.model.ts';
import type { InboxWords } from './inbox.words.ts';
import type { useInbox } from './use-inbox.ts';

const ICONS: ReadonlyMap<string, IconShape> = new Map([
  ['reading', IconWarning],
  ['appointment', IconAppointment],
  ['consent', IconConsent],
  ['report', IconReport],
  ['report-file', IconAttachment],
  ['link', IconLink],
  ['hub', IconDevices],
]);

/** The persistent list, shared across devices. Texts are built here from currently readable data. */
export function Inbox({ inbox, words }: { readonly inbox: ReturnType<typeof useInbox>; readonly words: InboxWords }) {
  const { t } = useTexts();
  const { t: w } = words;
  const { state, failed, busy, entries, next, read } = inbox;
  const again = (
    <Button dense onClick={() => read(next)}>
      {t('common.retry')}
    </Button>
  );
  if (state === 'failed') return <ErrorCard level={2} thing={w('inbox.thing')} code="INBOX" onRetry={() => read()} />;
  if (state === 'loading')
    return (
      <LoadingRegion thing={w('inbox.thing')} onRetry={() => read()}>
        <Skeleton height={72} lines={4} />
      </LoadingRegion>
    );
  if (entries.length === 0)
    return <EmptyState icon={IconNotifications} title={w('inbox.empty')} help={w('inbox.emptyHelp')} />;
  return (
    <Card flush>
      <List
        label={w('inbox.kept')}
        items={entries}
        keyOf={({ id }) => id}
        busy={busy}
        {...(next !== undefined && { onMore: () => read(next) })}
      >
        {(entry) => <Row entry={entry} inbox={inbox} words={words} />}
      </List>
      {failed && (
        <Notice type="error" announce="alert" action={again}>
          {t('common.listFailed')}
        </Notice>
      )}
    </Card>
  );
}

/** One entry; opening it marks it as read. For another person's record it names the person. */
function Row({
  entry,
  inbox: { thingOf, mark },
  words,
}: {
  readonly entry: Entry;
  readonly inbox: ReturnType<typeof useInbox>;
  readonly words: InboxWords;
}) {
  const { t, locale } = useTexts();
  const shell = useShell();
  const { main, family } = useStore(shell.patients.context);
  const isOwn = entry.patientId === main?.id;
  const person = family.find(({ id }) => id === entry.patientId);
  const whose = person === undefined ? words.t('inbox.someoneElse') : relationWords(person.relationship, t);
  const { title, detail, place } = describeEntry(entry, thingOf(keyOf(entry)), words, locale);
  const named = isOwn ? title : `${whose} · ${title}`;
  return (
    <ListRow
      icon={ICONS.get(entry.kind) ?? IconNotifications}
      title={named}
      subtitle={[detail, formatMoment(entry.createdAt, locale)].filter((part) => part !== undefined).join(' · ')}
      detail={!entry.isRead && <Badge tone="info">{t('noti.new')}</Badge>}
      action={
        // a record outside the family's list cannot be opened, and its resources belong in no other
        place &&
        (isOwn || person !== undefined) && (
          <Button
            dense
            aria-label={`${t('noti.open')}: ${named}`}
            onClick={() => {
              if (!entry.isRead) mark([entry]);
              navigateTo(shell, place);
            }}
          >
            {t('noti.open')}
          </Button>
        )
      }
    />
  );
}
