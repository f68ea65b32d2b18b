import { formatDate } from '@phr/fhir/dates';
import { RecordRow } from '@phr/module-kit/record-row';
import { Card } from '@phr/ui/card';
import { List } from '@phr/ui/list';
import { useTranslation } from 'react-i18next';
import { type WritePredicate, newOf, useWaiting } from './use-waiting.ts';

/** Unsent entries by their titles; nothing if there are none. `type` is a resource type, or a predicate on the body. */
export function WaitingRows({
  type,
  level,
  onSent,
}: {
  readonly type: string | WritePredicate;
  readonly level: number;
  readonly onSent: () => void;
}) {
  const { t } = useTranslation();
  const waiting = useWaiting(typeof type === 'string' ? newOf(type) : type, onSent);
  if (waiting.length === 0) return null;
  return (
    <Card flush title={t('outbox.badge')} level={level}>
      <List label={t('outbox.badge')} items={waiting} keyOf={({ id }) => id} frame={false}>
        {({ title, at, state }) => (
          <RecordRow
            title={title}
            lines={[formatDate(at)]}
            badge={
              state === 'refused'
                ? { words: t('outbox.review'), tone: 'danger' }
                : { words: t('outbox.badge'), tone: 'warning' }
            }
          />
        )}
      </List>
    </Card>
  );
}
