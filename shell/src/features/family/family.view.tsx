import { errorNotice } from '@phr/http/error-notice';
import { Badge } from '@phr/ui/badge';
import { Button } from '@phr/ui/button';
import { Card } from '@phr/ui/card';
import { ConfirmDialog } from '@phr/ui/confirm-dialog';
import { EmptyState } from '@phr/ui/empty-state';
import { ErrorCard } from '@phr/ui/error-card';
import { formatDate, formatDateTime } from '@phr/ui/format';
import { IconAdd, IconDelete, IconDone, IconMore, IconShow, IconWarning } from '@phr/ui/icons';
import { IconButton } from '@phr/ui/icon-button';
import { LinkButton } from '@phr/ui/link-button';
import { ListRow } from '@phr/ui/list';
import { LoadingRegion } from '@phr/ui/loading-region';
import { Notice } from '@phr/ui/notice';
import { relationWords } from '@phr/ui/relation';
import { Skeleton } from '@phr/ui/skeleton';
import { useUiText } from '@phr/ui/ui-text';
import { type Ref, useEffect, useRef, useState } from 'react';
import { Screen } from '../../core/screen.tsx';
import { useShell, useStore } from '../../core/shell.tsx';
import { useTexts } from '../../core/texts.tsx';
import type { PatientDetails } from '../../services/patient/patient.api.ts';
import { AddReading } from '../board/add-reading.view.tsx';
import { BoardFacts, BoardHeads, RetryBoard, type Row, FailedSources } from '../board/board-facts.view.tsx';
import { WORDS } from '../board/board.words.ts';
import { fill } from '../board/relatives.words.ts';
import { useBoard } from '../board/use-board.ts';
import css from './family.module.css';

/**
 * The household: members, the record on screen, and what each relative needs. Switching opens the dashboard (NAV-10).
 */
export function FamilyScreen() {
  const { t } = useTexts();
  const { patients } = useShell();
  const { family: progress, details, closed = [] } = useStore(patients.state);
  const [removing, setRemoving] = useState<PatientDetails>();
  const list = useRef<HTMLUListElement>(null);
  const hasRemoved = useRef(false);
  // the button that opened the dialog is gone with its row
  useEffect(() => {
    if (removing === undefined && hasRemoved.current) list.current?.focus();
    hasRemoved.current = false;
  }, [removing]);
  return (
    <Screen
      title={t('screen.family')}
      note={t('menu.familyHealth')}
      backHref="/dashboard"
      actions={
        <LinkButton dense icon={IconAdd} href="/create-related-profile">
          {t('family.add')}
        </LinkButton>
      }
    >
      {progress === 'failed' && (
        <ErrorCard level={2} title={t('family.failed')} code="FAMILY" onRetry={() => patients.reload()} />
      )}
      {closed.length > 0 && (
        <Notice title={t('family.closed')}>{t('family.closedHelp', { names: closed.join(', ') })}</Notice>
      )}
      <Household ref={list} onRemove={setRemoving} />
      {progress === 'loading' && (
        <LoadingRegion thing={t('family.loadingThing')}>
          <Skeleton height={72} lines={2} />
        </LoadingRegion>
      )}
      {details.length === 1 && progress === undefined && closed.length === 0 && (
        <EmptyState title={t('empty.family')} help={t('family.none')} />
      )}
      {removing !== undefined && (
        <RemoveDialog
          key={removing.id}
          member={removing}
          onClose={() => setRemoving(undefined)}
          onRemoved={() => {
            hasRemoved.current = true;
            setRemoving(undefined);
          }}
        />
      )}
    </Screen>
  );
}

interface HouseholdProps {
  readonly ref: Ref<HTMLUListElement>;
  readonly onRemove: (person: PatientDetails) => void;
}

/** The own record first, then relatives by urgency. */
function Household({ ref, onRemove }: HouseholdProps) {
  const { t, locale } = useTexts();
  const { patients, navigation } = useShell();
  const { main } = useStore(patients.context);
  const { details } = useStore(patients.state);
  const own = details.find(({ id }) => id === main?.id);
  const { rows, ask } = useBoard(details.filter(({ id }) => id !== main?.id));
  const view = (id: string) =>
    navigation.leave(() => {
      patients.view(id);
      navigation.push('/dashboard');
    });
  return (
    <>
      <Card flush>
        {rows.length > 0 && (
          <p className={css.columns} aria-hidden="true">
            <span>{WORDS.who[locale]}</span>
            <BoardHeads />
          </p>
        )}
        <ul ref={ref} tabIndex={-1} className={css.members} aria-label={t('family.members')}>
          {own !== undefined && <MemberRow person={own} onView={view} />}
          {rows.map((row) => (
            <MemberRow key={row.person.id} person={row.person} row={row} onView={view} onRemove={onRemove} />
          ))}
        </ul>
      </Card>
      <RetryBoard rows={rows} onRetry={ask} />
    </>
  );
}

interface MemberRowProps {
  readonly person: PatientDetails;
  /** The board's row of a relative. */
  readonly row?: Row;
  readonly onView: (id: string) => void;
  readonly onRemove?: (person: PatientDetails) => void;
}

/** A family member: name, state, and actions. */
function MemberRow({ person, row, onView, onRemove }: MemberRowProps) {
  const { t, locale } = useTexts();
  const text = useUiText();
  const { viewed } = useStore(useShell().patients.context);
  const relation = relationWords(person.relationship, text);
  return (
    <li>
      <ListRow
        title={person.name}
        subtitle={`${relation} · ${formatDate(person.birthDate, locale)}`}
        detail={<Rights person={person} />}
      />
      {row !== undefined && (
        <div className={css.board}>
          <BoardFacts row={row} />
          <FailedSources row={row} />
        </div>
      )}
      <div className={css.actions}>
        {person.id !== viewed?.id && (
          <Button dense aria-label={`${t('family.view')}: ${person.name}`} onClick={() => onView(person.id)}>
            {t('family.view')}
          </Button>
        )}
        {row !== undefined && <AddReading person={row.person} add={row.add} name={`${relation} (${person.name})`} />}
        {onRemove !== undefined && person.relatedPersonId !== undefined && <More person={person} onRemove={onRemove} />}
      </div>
    </li>
  );
}

/** Relationship, whether on screen, and the account's rights. */
function Rights({ person }: { readonly person: PatientDetails }) {
  const { t, locale } = useTexts();
  const text = useUiText();
  const { main, viewed } = useStore(useShell().patients.context);
  return (
    <>
      {person.id === main?.id && <Badge>{t('family.owner')}</Badge>}
      {person.id === viewed?.id && (
        <Badge tone="brand" icon={IconDone}>
          {t('family.viewing')}
        </Badge>
      )}
      {person.mayWrite === false && <Badge icon={IconShow}>{text('person.viewOnly')}</Badge>}
      {person.openUntil !== undefined && (
        <Badge tone="warning" icon={IconWarning}>
          {t('family.openUntil', { time: formatDateTime(person.openUntil, locale) })}
        </Badge>
      )}
    </>
  );
}

/** Rare actions on a member, behind "⋯". */
function More({
  person,
  onRemove,
}: {
  readonly person: PatientDetails;
  readonly onRemove: (person: PatientDetails) => void;
}) {
  const { t, locale } = useTexts();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <IconButton
        icon={IconMore}
        label={fill(WORDS.more[locale], { name: person.name })}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      />
      {isOpen && (
        <Button
          dense
          icon={IconDelete}
          aria-label={t('family.removeOf', { name: person.name })}
          onClick={() => onRemove(person)}
        >
          {t('family.remove')}
        </Button>
      )}
    </>
  );
}

/** Removes a member from the household after confirmation; the record itself stays (D-104). */
function RemoveDialog({
  member,
  onClose,
  onRemoved,
}: {
  readonly member: PatientDetails;
  readonly onClose: () => void;
  readonly onRemoved: () => void;
}) {
  const { t, find } = useTexts();
  const { profiles, patients, notifications } = useShell();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  // created with the dialog, so that a retry after a lost response removes nobody twice
  const key = useRef(crypto.randomUUID());

  async function remove(): Promise<void> {
    setBusy(true);
    setFailure(undefined);
    try {
      await profiles.removeMember(
        {
          relatedPersonId: member.relatedPersonId ?? '',
          patientId: member.id,
          relationship: member.relationship,
          name: member.name,
        },
        key.current,
      );
    } catch (error) {
      const notice = errorNotice(error, find);
      setFailure(notice.title);
      setBusy(false);
      notifications.show(notice);
      return;
    }
    notifications.show({ type: 'success', title: t('toast.familyRemove') });
    await patients.reload();
    onRemoved();
  }
  return (
    <ConfirmDialog
      open
      danger
      busy={busy}
      title={t('family.removeTitle', { name: member.name })}
      confirmLabel={t('family.remove')}
      onCancel={onClose}
      onConfirm={() => void remove()}
    >
      <p>{t('family.removeNote')}</p>
      {failure !== undefined && <p role="alert">{failure}</p>}
    </ConfirmDialog>
  );
}
