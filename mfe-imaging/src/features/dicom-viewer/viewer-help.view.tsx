import { Dialog } from '@phr/ui/dialog';
import { useTranslation } from 'react-i18next';
import css from './dicom-viewer.module.css';
import { TOOLS } from './tools.port.ts';

const KEY_ROWS = ['zoom', 'pan', 'slice', 'window', 'ruler', 'reset', 'help'] as const;

/** What the tools and keys do. */
export function ViewerHelp({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog open={open} title={t('dicom.help')} onClose={onClose}>
      <dl className={css.help}>
        {TOOLS.map(({ tool }) => (
          <div key={tool}>
            <dt>{t(`dicom.${tool}`)}</dt>
            <dd>{t(`dicom.hint.${tool}`)}</dd>
          </div>
        ))}
      </dl>
      <table className={css.keys}>
        <caption>{t('dicom.keys')}</caption>
        <tbody>
          {KEY_ROWS.map((row) => (
            <tr key={row}>
              <th scope="row">
                <kbd>{t(`dicom.key.${row}`)}</kbd>
              </th>
              <td>{t(`dicom.key.${row}.does`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}
