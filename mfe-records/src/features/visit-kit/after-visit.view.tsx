import type { Locale } from '@phr/contract/locale';
import { useHost, useMay } from '@phr/module-kit/host';
import { ListStates } from '@phr/module-kit/list-section';
import { RecordRow } from '@phr/module-kit/record-row';
import { hrefOf } from '@phr/module-kit/screens';
import { dayOf } from '@phr/time/zone';
import { Card } from '@phr/ui/card';
import { EmptyState } from '@phr/ui/empty-state';
import { formatDate, formatTime } from '@phr/ui/format';
import { Link } from '@phr/ui/link';
import { List } from '@phr/ui/list';
import { Notice } from '@phr/ui/notice';
import { Stack } from '@phr/ui/page';
import { useUi } from '@phr/ui/ui-text';
import { useTranslation } from 'react-i18next';
import { useMedications } from '../encounter-details/sections.api.ts';
import {
  DiagnosisSection,
  MedicationsSection,
  ReportsSection,
  ServicesSection,
} from '../encounter-details/sections.view.tsx';
import type { Encounter } from '../encounters/encounter.entity.ts';
import { EncounterRow } from '../encounters/encounter-row.view.tsx';
import { useEncounters } from '../encounters/encounters.api.ts';
import { useMedicines } from '../medicines/medicines.api.ts';
import { useVisits } from './visit.api.ts';
import type { Visit } from './visit.entity.ts';
import { encountersOn, nextVisit, stoppedSince } from './visit.model.ts';

interface AfterProps {
  readonly visit: Visit;
  readonly level: number;
  /** The present instant, milliseconds. */
  readonly now: number;
}

/** Results of a visit: the facility's entries of that day, medicines ending with it, and the next visit. */
export function AfterVisit({ visit, level, now }: AfterProps) {
  const { t } = useTranslation();
  const list = useEncounters('all', 100);
  const found = encountersOn(list.rows, visit);
  const [only] = found;
  return (
    <Stack>
      <ListStates list={list} thing={t('visit.after').toLowerCase()} level={level} empty={<NotSent />}>
        {() =>
          only === undefined ? (
            <NotSent />
          ) : found.length === 1 ? (
            <Came encounter={only} level={level} />
          ) : (
            <Card flush title={t('visit.after')} level={level}>
              <List label={t('visit.after')} items={found} keyOf={({ id }) => id} frame={false}>
                {(encounter) => <EncounterRow encounter={encounter} now={new Date(now)} />}
              </List>
            </Card>
          )
        }
      </ListStates>
      <Stopped visit={visit} level={level} />
      <NextVisit level={level} now={now} />
    </Stack>
  );
}

/** nothing recorded for that day: say so, guess nothing */
function NotSent() {
  const { t } = useTranslation();
  return <EmptyState title={t('visit.notSent')} help={t('visit.notSent.help')} />;
}

function Came({ encounter, level }: { readonly encounter: Encounter; readonly level: number }) {
  return (
    <>
      <DiagnosisSection encounter={encounter} level={level} />
      <MedicationsSection encounter={encounter} level={level} />
      <ToPlan encounter={encounter} level={level} />
      <ReportsSection encounter={encounter} level={level} />
      <ServicesSection encounter={encounter} level={level} />
    </>
  );
}

/** New medicines, each with a link to plan its doses. */
function ToPlan({ encounter, level }: { readonly encounter: Encounter; readonly level: number }) {
  const { t } = useTranslation();
  const { navigation } = useHost();
  const mayAdd = useMay('create');
  const orders = useMedications(encounter.id).rows.filter(({ isCurrent, isForbidden }) => isCurrent && !isForbidden);
  if (!mayAdd || orders.length === 0) return null;
  return (
    <Card flush title={t('visit.plan')} level={level}>
      <List label={t('visit.plan')} items={orders} keyOf={({ id }) => id} frame={false}>
        {({ id, name, dosage }) => (
          <RecordRow
            title={name ?? t('enc.noName')}
            lines={[dosage]}
            links={
              <Link href={hrefOf(navigation, { screen: 'medicine-create', params: { order: id } })}>
                {t('visit.plan.one', { name: name ?? t('enc.noName') })}
              </Link>
            }
          />
        )}
      </List>
    </Card>
  );
}

function Stopped({ visit, level }: Pick<AfterProps, 'visit' | 'level'>) {
  const { t } = useTranslation();
  const list = useMedicines();
  const rows = stoppedSince(list.rows, visit);
  if (list.state === 'failed') return <Notice type="warning">{t('visit.stoppedFailed')}</Notice>;
  if (rows.length === 0) return null;
  return (
    <Card flush title={t('visit.stopped')} level={level}>
      <List label={t('visit.stopped')} items={rows} keyOf={({ id }) => id} frame={false}>
        {({ id, title, when }) => (
          <RecordRow title={title} lines={[when]} to={{ screen: 'medicine-details', params: { id } }} />
        )}
      </List>
    </Card>
  );
}

function NextVisit({ level, now }: Pick<AfterProps, 'level' | 'now'>) {
  const { t } = useTranslation();
  const { locale } = useUi();
  const list = useVisits();
  const next = nextVisit(list.rows, now);
  return (
    <Card flush title={t('visit.next')} level={level}>
      <ListStates
        list={list}
        thing={t('visit.next').toLowerCase()}
        level={level + 1}
        empty={<EmptyState title={t('visit.next.none')} />}
      >
        {() =>
          next === undefined ? (
            <EmptyState title={t('visit.next.none')} />
          ) : (
            <List label={t('visit.next')} items={[next]} keyOf={({ id }) => id} frame={false}>
              {(visit) => (
                <RecordRow
                  title={visit.subject ?? t('visit.facts')}
                  lines={[whenOf(visit, locale), visit.location]}
                  to={{ screen: 'visit-kit', params: { appointmentId: visit.id } }}
                />
              )}
            </List>
          )
        }
      </ListStates>
    </Card>
  );
}

const whenOf = ({ start, zone }: Visit, locale: Locale): string | undefined =>
  start === undefined
    ? undefined
    : `${formatTime(start, locale, zone)} ${formatDate(dayOf(Date.parse(start), zone), locale)}`;
