import { DetailScreen } from '@phr/module-kit/detail-screen';
import { Facts } from '@phr/module-kit/facts';
import { useHost, useMay, usePatient } from '@phr/module-kit/host';
import { hrefOf } from '@phr/module-kit/screens';
import { dayOf } from '@phr/time/zone';
import { Badge } from '@phr/ui/badge';
import { Card } from '@phr/ui/card';
import { Checkbox } from '@phr/ui/checkbox';
import { EmptyState } from '@phr/ui/empty-state';
import { formatDate, formatTime, formatWeekday } from '@phr/ui/format';
import { IconQrCode } from '@phr/ui/icons';
import { Link } from '@phr/ui/link';
import { LinkButton } from '@phr/ui/link-button';
import { Notice } from '@phr/ui/notice';
import { Actions, Stack } from '@phr/ui/page';
import { PersonFor } from '@phr/ui/person-for';
import { useUi } from '@phr/ui/ui-text';
import { useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { ScreenProps } from '../../views/screen-props.ts';
import { useMinute } from '@phr/ui/use-now';
import { AddQuestion } from '../visit-questions/add-question.view.tsx';
import { VisitQuestions } from '../visit-questions/visit-questions.view.tsx';
import { AfterVisit } from './after-visit.view.tsx';
import { usePlace, useVisit } from './visit.api.ts';
import type { Visit } from './visit.entity.ts';
import { phaseOf, type Phase, timeLeft } from './visit.model.ts';

/** What is brought to a visit. */
const BRING = ['id', 'card', 'medicines', 'papers'] as const;

/** One visit from getting ready for it to what came of it. */
export function VisitKitView({ level }: ScreenProps) {
  const { t } = useTranslation();
  const { appointmentId = '' } = useParams();
  return (
    <DetailScreen
      title={t('screen.visit-kit')}
      thing={t('visit.thing')}
      level={level}
      back={{ screen: 'appointments' }}
      found={useVisit(appointmentId)}
      missing={<EmptyState title={t('visit.none')} help={t('visit.none.help')} />}
    >
      {(visit) => <Kit visit={visit} level={level + 1} />}
    </DetailScreen>
  );
}

interface PartProps {
  readonly visit: Visit;
  readonly level: number;
}

function Kit({ visit, level }: PartProps) {
  const { t } = useTranslation();
  const now = useMinute();
  const mayAsk = useMay('create');
  const phase = phaseOf(visit, now);
  const isAhead = phase === 'before' || phase === 'at';
  return (
    <Stack>
      {phase === 'off' && <Notice type="warning">{t('visit.off')}</Notice>}
      <WhereAndWhen visit={visit} level={level} phase={phase} now={now} />
      {isAhead && <Bring key={visit.id} visit={visit} level={level} />}
      {isAhead && (
        <Card title={t('visit.questions')} level={level}>
          {mayAsk && <AddQuestion />}
          <VisitQuestions plain level={level + 1} />
        </Card>
      )}
      {isAhead && <ForDoctor level={level} />}
      {phase === 'after' && <AfterVisit visit={visit} level={level} now={now} />}
    </Stack>
  );
}

/** Time, place, time left, and what to show at reception. */
function WhereAndWhen({ visit, level, phase, now }: PartProps & { readonly phase: Phase; readonly now: number }) {
  const { t } = useTranslation();
  const { locale } = useUi();
  const { navigation } = useHost();
  const { viewed } = usePatient();
  const place = usePlace(visit);
  const { subject, start, zone, practitioner, no, id } = visit;
  const left = phase === 'before' || phase === 'at' ? leftWords(visit, now, t) : undefined;
  const day = start === undefined ? undefined : dayOf(Date.parse(start), zone);
  const when =
    start === undefined
      ? t('visit.noTime')
      : `${formatTime(start, locale, zone)} ${formatWeekday(day, locale)} ${formatDate(day, locale)}`;
  const isAhead = phase === 'before' || phase === 'at';
  return (
    <Card
      title={subject ?? t('visit.facts')}
      level={level}
      action={left !== undefined && <Badge tone="info">{left}</Badge>}
    >
      {viewed !== undefined && <PersonFor name={viewed.name} relationship={viewed.relationship} />}
      <Facts
        facts={[
          [t('visit.when'), when],
          [t('visit.where'), place],
          [t('visit.with'), practitioner],
          [t('visit.no'), no],
        ]}
      />
      {isAhead && (
        <Actions>
          <LinkButton
            variant={phase === 'at' ? 'primary' : 'secondary'}
            icon={IconQrCode}
            href={hrefOf(navigation, { screen: 'patient-qrs', params: { large: '1' } })}
          >
            {t('visit.qr')}
          </LinkButton>
          {place !== undefined && (
            <LinkButton href={mapOf(place)} target="_blank" rel="noreferrer">
              {t('visit.map')}
            </LinkButton>
          )}
          <LinkButton variant="quiet" href={hrefOf(navigation, { screen: 'appointment-details', params: { id } })}>
            {t('visit.change')}
          </LinkButton>
        </Actions>
      )}
    </Card>
  );
}

/** A map search that reveals only the place's name. */
const mapOf = (place: string): string => `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place)}`;

function leftWords(visit: Visit, now: number, t: TFunction): string | undefined {
  const left = timeLeft(visit, now);
  if (left === undefined) return undefined;
  if ('days' in left) return left.days === 1 ? t('visit.tomorrow') : t('visit.inDays', { count: left.days });
  return left.hours === 0 ? t('visit.soon') : t('visit.inHours', { count: left.hours });
}

/** Checklist of what to bring; ticks last until another record opens or the page closes. */
function Bring({ visit, level }: PartProps) {
  const { t } = useTranslation();
  const { navigation } = useHost();
  const queries = useQueryClient();
  const queryKey = ['visit-kit', visit.id];
  const [packed, setPacked] = useState(() => queries.getQueryData<readonly string[]>(queryKey) ?? []);
  const mark = (thing: string, isPacked: boolean) => {
    const next = isPacked ? [...packed, thing] : packed.filter((one) => one !== thing);
    setPacked(next);
    queries.setQueryDefaults(queryKey, { gcTime: Number.POSITIVE_INFINITY });
    queries.setQueryData(queryKey, next);
  };
  return (
    <Card title={t('visit.bring')} level={level}>
      {BRING.map((thing) => (
        <Checkbox
          key={thing}
          label={t(`visit.bring.${thing}`)}
          checked={packed.includes(thing)}
          onChange={(isPacked) => mark(thing, isPacked)}
        />
      ))}
      <div>
        <Link href={hrefOf(navigation, { screen: 'medicines' })}>{t('visit.medicines')}</Link>
      </div>
    </Card>
  );
}

/** For the doctor: 30 days of readings against the target, and results. */
function ForDoctor({ level }: Pick<PartProps, 'level'>) {
  const { t } = useTranslation();
  const { navigation } = useHost();
  return (
    <Card title={t('visit.forDoctor')} level={level}>
      <Actions>
        <LinkButton href={hrefOf(navigation, { screen: 'summary' })}>{t('visit.summary')}</LinkButton>
        <LinkButton href={hrefOf(navigation, { screen: 'results' })}>{t('visit.results')}</LinkButton>
      </Actions>
    </Card>
  );
}
