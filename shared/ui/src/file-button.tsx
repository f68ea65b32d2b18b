import { buttonClass } from './button.tsx';
import type { ControlProps } from './field.tsx';
import css from './file-button.module.css';
import { Icon } from './icon.tsx';
import { IconUpload } from './icons.tsx';

export interface FileButtonProps {
  /** Attributes that tie it to the label of its field. */
  readonly control: ControlProps;
  /** Words on the button: "Chọn tệp". */
  readonly words: string;
  /** What stands beside it: the names of the chosen files. */
  readonly note?: string | undefined;
  /** File endings or media types, as of the attribute. */
  readonly accept: string;
  readonly multiple?: boolean;
  readonly dense?: boolean;
  readonly onChoose: (files: readonly File[]) => void;
}

/** The browser's own file field, for keys and screen readers, under a button in the words and size of this product. */
export function FileButton({
  control,
  words,
  note,
  accept,
  multiple = false,
  dense = false,
  onChoose,
}: FileButtonProps) {
  const noteId = `${control.id}-note`;
  return (
    <div className={css.frame}>
      <span className={buttonClass({ dense })} aria-hidden="true">
        <Icon of={IconUpload} size={20} />
        <span>{words}</span>
      </span>
      {note !== undefined && (
        <span id={noteId} className={css.note}>
          {note}
        </span>
      )}
      <input
        {...control}
        {...(note !== undefined && {
          'aria-describedby': [control['aria-describedby'], noteId].filter((id) => id !== undefined).join(' '),
        })}
        className={css.input}
        type="file"
        accept={accept}
        multiple={multiple}
        onChange={({ currentTarget }) => {
          onChoose([...(currentTarget.files ?? [])]);
          // The same file may be chosen once more, after it was taken off or changed on the disk.
          currentTarget.value = '';
        }}
      />
    </div>
  );
}
