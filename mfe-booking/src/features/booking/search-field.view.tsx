import { TextField } from '@phr/ui/text-field';
import { useEffect, useRef, useState } from 'react';

/** Delay of the search after the last key (UI-09). */
const SEARCH_MS = 600;

/** Search field; reports when typing pauses, or at once on Enter. The query is not in the URL. */
export function SearchField({
  label,
  onSearch,
}: {
  readonly label: string;
  readonly onSearch: (typed: string) => void;
}) {
  const [typed, setTyped] = useState('');
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(pause.current), []);
  const type = (text: string) => {
    setTyped(text);
    clearTimeout(pause.current);
    pause.current = setTimeout(() => onSearch(text), SEARCH_MS);
  };
  return (
    <TextField
      type="search"
      label={label}
      value={typed}
      autoComplete="off"
      maxLength={100}
      enterKeyHint="search"
      onChange={type}
      onKeyDown={({ key }) => {
        if (key === 'Enter') {
          clearTimeout(pause.current);
          onSearch(typed);
        }
      }}
    />
  );
}
