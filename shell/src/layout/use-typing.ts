import { useEffect, useState } from 'react';

const isInText = (): boolean => document.activeElement?.matches(':read-write') === true;

/**
 * True while a text field has the focus: a phone shows its keyboard then. It ends after the press or key that left the field, not with
 * the loss of focus, so that nothing comes back under a finger that is still down.
 */
export function useTyping(): boolean {
  const [isTyping, setTyping] = useState(isInText);
  useEffect(() => {
    const look = () => setTyping(isInText());
    const begin = () => setTyping((before) => before || isInText());
    document.addEventListener('focusin', begin);
    document.addEventListener('click', look);
    document.addEventListener('keyup', look);
    return () => {
      document.removeEventListener('focusin', begin);
      document.removeEventListener('click', look);
      document.removeEventListener('keyup', look);
    };
  }, []);
  return isTyping;
}
