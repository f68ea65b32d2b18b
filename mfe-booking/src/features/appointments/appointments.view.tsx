import { hrefOf } from '@phr/module-kit/screens';
import { useHost } from '@phr/module-kit/host';
import { ListSection } from '@phr/module-kit/list-section';
import { Screen } from '@phr/module-kit/screen';
import { Button } from '@phr/ui/button';
import { EmptyState } from '@phr/ui/empty-state';
import { Heading } from '@phr/ui/heading';
import { IconAdd, IconAppointment } from '@phr/ui/icons';
import { LinkButton } from '@phr/ui/link-button';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { ScreenProps } from '../../views/screen-props.ts';
import { shownFirst } from './appointment.model.ts';
import { useMinute } from '@phr/ui/use-now';
import { AppointmentRow } from './appointment-row.view.tsx';
import { useAppointments } from './appointments.api.ts';

/** Upcoming appointments, else the three latest; "show all" is in the URL (D-47). */
export function AppointmentsView({ level }: ScreenProps) {
  const { t } = useTranslation();
  const { navigation } = useHost();
  const [search, setSearch] = useSearchParams();
  const all = search.get('show') === 'all';
  const list = useAppointments();
  const now = new Date(useMinute());

  // sorted latest first: while a whole page is in the future, the next may contain an earlier appointment
  const last = list.rows.at(-1)?.start;
  const needsMore =
    list.hasMore && !list.loadingMore && !list.moreFailed && last !== undefined && Date.parse(last) > now.getTime();
  const { loadMore } = list;
  useEffect(() => {
    if (needsMore) void loadMore();
  }, [needsMore, loadMore]);

  const first = shownFirst(list.rows, now);
  const rows = all ? list.rows : first.rows;
  const title = t(all ? 'book.allOf' : first.upcoming ? 'book.upcoming' : 'book.recent');
  const book = (
    <LinkButton variant="primary" icon={IconAdd} href={hrefOf(navigation, { screen: 'appointment-create' })}>
      {t('book.new')}
    </LinkButton>
  );
  return (
    <Screen
      printable
      title={t('screen.appointments')}
      headingLevel={level}
      back={{ screen: 'dashboard' }}
      actions={book}
    >
      {rows.length > 0 && <Heading level={level + 1}>{title}</Heading>}
      <ListSection
        list={all ? list : { ...list, rows, total: rows.length, hasMore: false }}
        label={title}
        thing={t('screen.appointments').toLowerCase()}
        level={level + 1}
        empty={<EmptyState icon={IconAppointment} title={t('empty.appointments')} help={t('book.emptyHelp')} />}
      >
        {(appointment) => <AppointmentRow appointment={appointment} />}
      </ListSection>
      {(all || list.rows.length > rows.length) && (
        <div>
          <Button onClick={() => setSearch(all ? {} : { show: 'all' }, { replace: true })}>
            {t(all ? 'book.showUpcoming' : 'common.showAll')}
          </Button>
        </div>
      )}
    </Screen>
  );
}
