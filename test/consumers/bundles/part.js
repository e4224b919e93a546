import { TerminalPicker } from 'tillkit/parts';

console.log(TerminalPicker.Hint);
