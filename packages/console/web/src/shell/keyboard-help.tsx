import { Dialog, DialogActions } from '../parts/dialog.tsx';
import { Button, Checkbox } from '../parts/form.tsx';
import { hotkeysNow, setHotkeysEnabled, useHotkeysEnabled } from './hotkeys.ts';

/** Every key that does something on this page. */
export const KeyboardHelp = ({ onClose }: { onClose: () => void }) => {
  const enabled = useHotkeysEnabled();
  return (
    <Dialog title="Keys" onClose={onClose}>
      <dl className="shell-keys">
        {hotkeysNow().map(({ keys, does }) => (
          <div key={keys}>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <Checkbox label="Keys of one letter work" checked={enabled} onChange={setHotkeysEnabled} />
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  );
};
