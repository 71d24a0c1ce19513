/**
 * The only script of the HTML report: search, filters, copying, permalinks. The page is readable without
 * it. It changes only text, attributes and the properties `hidden` and `open`, never markup.
 */
export const PAGE_SCRIPT = `
(() => {
'use strict';
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const findings = all('.finding');
const search = document.querySelector('[data-search]');
const choices = all('[data-filter]');
const count = document.querySelector('[data-count]');
const words = new Map();
let only = null;
const wordsOf = (finding) => {
  if (!words.has(finding)) {
    const copy = finding.cloneNode(true);
    for (const inner of all('.finding', copy)) inner.remove();
    words.set(finding, (finding.id.slice(2) + ' ' + copy.textContent).toLowerCase());
  }
  return words.get(finding);
};
const isActive = () => only !== null || (search !== null && search.value.trim() !== '') || choices.some((each) => each.value !== '');
const matches = (finding) => {
  if (only !== null && !only.includes(finding.id.slice(2))) return false;
  if (choices.some((each) => each.value !== '' && finding.dataset[each.dataset.filter] !== each.value)) return false;
  const asked = search === null ? [] : search.value.toLowerCase().split(/\\s+/).filter(Boolean);
  return asked.every((word) => wordsOf(finding).includes(word));
};
const apply = () => {
  const active = isActive();
  const found = new Set(findings.filter(matches));
  for (const finding of findings) {
    const inner = all('.finding', finding).some((each) => found.has(each));
    finding.hidden = !found.has(finding) && !inner;
    if (active && inner && !found.has(finding)) for (let at of all(':scope > .body > .following', finding)) { if (at.querySelector('.finding')) at.open = finding.open = true; }
  }
  for (const group of all('.known')) {
    const inner = all('.finding', group).some((each) => !each.hidden);
    group.hidden = !inner;
    if (active && inner) group.open = true;
  }
  if (count !== null) count.textContent = active ? found.size + ' of ' + findings.length + ' findings' : '';
};
const reset = () => {
  only = null;
  if (search !== null) search.value = '';
  for (const each of choices) each.value = '';
  apply();
};
for (const each of all('[data-tools]')) each.hidden = false;
if (search !== null) search.addEventListener('input', apply);
for (const each of choices) each.addEventListener('change', apply);
const on = (selector, act) => { for (const each of all(selector)) each.addEventListener('click', act); };
const unfold = (isOpen) => () => { for (const group of all('.known')) group.open = isOpen; for (const each of findings) if (!each.hidden && (isOpen || each.open)) each.open = isOpen; };
on('[data-expand]', unfold(true));
on('[data-collapse]', unfold(false));
on('[data-reset]', reset);
on('a[data-only]', (event) => {
  event.preventDefault();
  reset();
  only = event.currentTarget.dataset.only.split(' ');
  apply();
  const first = findings.find((each) => only.includes(each.id.slice(2)));
  if (first) show(first);
});
const copied = async (text) => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement('textarea');
    area.value = text;
    area.className = 'hidden';
    document.body.append(area);
    area.select();
    const done = document.execCommand('copy');
    area.remove();
    return done;
  }
};
for (const block of all('pre.copy')) {
  const head = block.previousElementSibling;
  if (head === null || !head.classList.contains('head')) continue;
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  button.setAttribute('aria-label', 'Copy: ' + head.textContent);
  button.addEventListener('click', async () => {
    button.textContent = (await copied(block.textContent)) ? 'Copied' : 'Not copied';
    setTimeout(() => { button.textContent = 'Copy'; }, 2000);
  });
  head.append(button);
}
function show(target) {
  for (let at = target; at !== null; at = at.parentElement) if (at.tagName === 'DETAILS') at.open = true;
  target.scrollIntoView();
  const summary = target.querySelector('summary');
  if (summary !== null) summary.focus({ preventScroll: true });
}
const follow = () => {
  const id = decodeURIComponent(location.hash.slice(1));
  const target = id === '' ? null : document.getElementById(id);
  if (target === null || target.tagName !== 'DETAILS') return;
  if (target.closest('[hidden]') !== null) reset();
  show(target);
};
addEventListener('hashchange', follow);
follow();
})();
`;
