/** A page with the screens and buttons of the sandbox's terminals. It calls the sandbox's control routes. */
export const terminalsPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta http-equiv="content-security-policy" content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; connect-src 'self'">
<title>Sandbox terminals</title>
<style>
:root { color-scheme: light dark; --ink: light-dark(#16181d, #eef0f3); --quiet: light-dark(#5b616e, #a3a9b5);
  --back: light-dark(#f4f5f7, #0c0e11); --card: light-dark(#fff, #16191e); --line: light-dark(#8b919d, #6b7280);
  --accent: light-dark(#1f5fd0, #8ab4ff); --on-accent: light-dark(#fff, #0c0e11) }
* { box-sizing: border-box }
body { max-width: 64rem; margin: 0 auto; padding: 1.5rem 1rem; color: var(--ink); background: var(--back);
  font: 1rem/1.5 system-ui, sans-serif }
h1 { margin: 0; font-size: 1.25rem }
h2 { margin: 0; font-size: 1rem }
p { margin: 0 }
header { display: grid; gap: .75rem; margin-bottom: 1.5rem }
header p { color: var(--quiet) }
.row { display: flex; flex-wrap: wrap; gap: .5rem }
section .row { display: grid; grid-template-columns: 1fr 1fr }
main { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 17rem), 1fr)) }
section { display: grid; gap: 1rem; padding: 1.25rem; border-radius: .75rem; background: var(--card) }
.screen { display: grid; align-content: center; min-height: 8rem; padding: 1rem; border-radius: .5rem;
  color: #eef0f3; background: #0c0e11; border: 1px solid #3a3f49 }
[data-shows=offline] .screen { background: #000 }
.amount { min-height: 3rem; font-size: 2rem; font-weight: 600; font-variant-numeric: tabular-nums }
.amount:empty { display: none }
button { min-height: 2.5rem; padding: 0 .5rem; font: inherit; color: var(--ink); background: none;
  border: 1px solid var(--line); border-radius: .5rem; cursor: pointer }
@media (pointer: coarse) { button { min-height: 2.75rem } }
header button { padding: 0 .875rem }
button.main { color: var(--on-accent); background: var(--accent); border-color: var(--accent) }
button[aria-disabled=true] { color: var(--quiet); background: none; border-color: transparent; cursor: default }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
</style>
<header>
  <h1>Sandbox terminals</h1>
  <p>No card is charged. A held payment waits 45 seconds for a press.</p>
  <div class="row">
    <button type="button" id="hold">Hold payments here</button>
    <button type="button" id="free">Let payments run</button>
  </div>
  <p role="status" id="said"></p>
</header>
<main></main>
<script type="module">
const words = { idle: 'Ready', waiting: 'Tap, insert or swipe', processing: 'One moment…', approved: 'Approved',
  declined: 'Declined', 'timed-out': 'No card: timed out', offline: 'Unplugged' };
const kinds = { preAuth: 'Pre-authorization', capture: 'Capture', void: 'Void', refund: 'Refund' };
const presses = { tap: 'Tap card', decline: 'Decline', 'walk-away': 'Walk away' };
const said = document.getElementById('said');
const say = (text) => { if (said.textContent !== text) said.textContent = text };

async function post(path, body) {
  try {
    const answer = await fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    say(answer.ok ? '' : (await answer.json()).message);
    return answer.ok;
  } catch {
    say('The sandbox does not answer.');
    return false;
  }
}

function element(name, text, more) {
  return Object.assign(document.createElement(name), { textContent: text }, more);
}

function button(text, press) {
  const made = element('button', text, { type: 'button' });
  made.onclick = () => made.ariaDisabled === 'true' || press();
  return made;
}

const cards = new Map();
function cardOf({ terminalId, name }) {
  const found = cards.get(terminalId);
  if (found) return found;
  const section = element('section', '', { ariaLabel: name });
  const screen = element('div', '', { className: 'screen' });
  const amount = element('p', '', { className: 'amount' });
  const text = element('p', '');
  screen.setAttribute('role', 'status');
  screen.append(amount, text);
  const press = async (which) => { await post('press', { terminalId, press: which }); await read() };
  const row = element('div', '', { className: 'row' });
  const paying = Object.entries(presses).map(([which, label]) => button(label, () => press(which)));
  paying[0].className = 'main';
  const plug = button('', () => press(section.dataset.shows === 'offline' ? 'plug-in' : 'unplug'));
  row.append(...paying, plug);
  section.append(element('h2', name), screen, row);
  document.querySelector('main').append(section);
  const card = { section, amount, text, paying, plug };
  cards.set(terminalId, card);
  return card;
}

function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

function show(told) {
  const { section, amount, text, paying, plug } = cardOf(told);
  section.dataset.shows = told.shows;
  write(amount, told.amount === undefined ? '' : (told.amount / 100).toFixed(2));
  write(text, [kinds[told.kind], words[told.shows]].filter(Boolean).join(': '));
  for (const each of paying) each.ariaDisabled = String(told.shows !== 'waiting');
  write(plug, told.shows === 'offline' ? 'Plug in' : 'Unplug');
}

let isLost = false;
async function read() {
  try {
    const { terminals } = await (await fetch('terminals')).json();
    terminals.forEach(show);
    if (isLost) say('');
    isLost = false;
  } catch {
    isLost = true;
    say('The sandbox does not answer.');
  }
}

const change = async (name, text) => { if (await post('scenario', { name })) say(text) };
document.getElementById('hold').onclick = () => change('by-hand', 'From now on payments wait for a press.');
document.getElementById('free').onclick = () => change(null, 'From now on payments end by themselves.');
for (;;) {
  await read();
  await new Promise((resolve) => setTimeout(resolve, 400));
}
</script>
</html>
`;
