import { Dialog } from '@phr/ui/dialog';
import { ErrorCard } from '@phr/ui/error-card';
import { lazyCode, useLazyCode } from '@phr/ui/lazy-code';
import { useT } from '../../core/texts.tsx';

const addSheet = lazyCode(async () => (await import(/* webpackChunkName: "add" */ './add-sheet.view.tsx')).AddSheet);

/** The sheet of what can be added, fetched now; says so when it cannot be had. */
export function Adding({ onClose }: { readonly onClose: () => void }) {
  const t = useT();
  const { code: AddSheet, failures, retry } = useLazyCode(addSheet);
  if (AddSheet !== undefined) return <AddSheet onClose={onClose} />;
  return (
    <Dialog open={failures > 0} title={t('common.add')} onClose={onClose}>
      <ErrorCard
        level={3}
        title={t('err.module')}
        help={t('common.moduleFailed')}
        code="SHELL-NETWORK"
        failures={failures}
        onRetry={retry}
      />
    </Dialog>
  );
}
