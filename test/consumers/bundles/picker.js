import { TerminalPicker } from 'tillkit';

console.log(TerminalPicker);
