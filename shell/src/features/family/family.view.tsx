import { errorNotice } from '@phr/http/error-notice';
import { Badge } from '@phr/ui/badge';
import { Button } from '@phr/ui/button';
import { Card } from '@phr/ui/card';
import { ConfirmDialog } from '@phr/ui/confirm-dialog';
import { EmptyState } from '@phr/ui/empty-state';
import { ErrorCard } from '@phr/ui/error-card';
import { formatDate, formatDateTime } from '@phr/ui/format';
import { IconAdd, IconDelete, IconDone, IconFamily, IconShow, IconWarning } from '@phr/ui/icons';
import { IconButton } from '@phr/ui/icon-button';
import { LinkButton } from '@phr/ui/link-button';
import { ListRow } from '@phr/ui/list';
import { LoadingRegion } from '@phr/ui/loading-region';
import { Notice } from '@phr/ui/notice';
import { relationWords } from '@phr/ui/relation';
import { Skeleton } from '@phr/ui/skeleton';
import { useUiText } from '@phr/ui/ui-text';
import { useEffect, useRef, useState } from 'react';
import { Screen } from '../../core/screen.tsx';
import { useShell, useStore } from '../../core/shell.tsx';
import { useTexts } from '../../core/texts.tsx';
import type { PatientDetails } from '../../services/patient/patient.api.ts';
import css from './family.module.css';

/** The household: who belongs to it, and whose record is on screen. Switching opens the dashboard (NAV-10). */
export function FamilyScreen() {
  const { t, locale } = useTexts();
  const text = useUiText();
  const { patients, navigation } = useShell();
  const { main, viewed } = useStore(patients.context);
  const { family: progress, details, closed = [] } = useStore(patients.state);
  const [removing, setRemoving] = useState<PatientDetails>();
  const list = useRef<HTMLUListElement>(null);
  const hasRemoved = useRef(false);
  // The button that asked is gone with its row.
  useEffect(() => {
    if (removing === undefined && hasRemoved.current) list.current?.focus();
    hasRemoved.current = false;
  }, [removing]);
  const view = (id: string) =>
    navigation.leave(() => {
      patients.view(id);
      navigation.push('/dashboard');
    });
  return (
    <Screen
      title={t('screen.family')}
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
      <Card flush>
        <ul ref={list} tabIndex={-1} className={css.members} aria-label={t('family.members')}>
          {details.map((person) => (
            <li key={person.id}>
              <ListRow
                icon={IconFamily}
                title={person.name}
                subtitle={`${relationWords(person.relationship, text)} · ${formatDate(person.birthDate, locale)}`}
                detail={
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
                }
                action={
                  <>
                    {person.id !== viewed?.id && (
                      <Button dense aria-label={`${t('family.view')}: ${person.name}`} onClick={() => view(person.id)}>
                        {t('family.view')}
                      </Button>
                    )}
                    {person.id !== main?.id && person.relatedPersonId !== undefined && (
                      <IconButton
                        icon={IconDelete}
                        label={t('family.removeOf', { name: person.name })}
                        onClick={() => setRemoving(person)}
                      />
                    )}
                  </>
                }
              />
            </li>
          ))}
        </ul>
      </Card>
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

/** Takes a member out of the household after a question; the record itself stays (D-104). */
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
  // Made when the question opens: a second press after a lost answer removes nobody twice.
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
