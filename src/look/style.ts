/**
 * Styles that all pages share: light and dark, type, tags, code, tables, buttons and fields. Nothing is
 * loaded from elsewhere.
 */
export const BASE_STYLE = `
:root{color-scheme:light dark;--bg:#fbfbfa;--panel:#fff;--text:#1f2328;--muted:#5f6770;--line:#e1e4e8;--edge:#8a929b;--soft:#f3f4f5;
--good:#1a7f37;--bad:#c02a2a;--warn:#8a5a00;--info:#0b5fc0;--good-bg:#e6f4ea;--bad-bg:#fdecea;--warn-bg:#fdf3dc;--info-bg:#e8f1fc;--mark:#ffe69c;
--mono:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace}
@media (prefers-color-scheme:dark){:root{--bg:#101418;--panel:#171c22;--text:#e3e8ee;--muted:#97a1ac;--line:#2a313a;--edge:#6b7683;--soft:#1e242b;
--good:#5cc07a;--bad:#ff8a80;--warn:#e3b558;--info:#7db7ff;--good-bg:#15291c;--bad-bg:#341a1a;--warn-bg:#2e2410;--info-bg:#14263d;--mark:#5c4a10}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--text);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif;overflow-wrap:anywhere}
h1{font-size:1.75rem;line-height:1.25;font-weight:650;letter-spacing:-.01em;margin:0 0 .25rem}
h2{font-size:1.2rem;font-weight:650;margin:0 0 1rem}
h2 .n{color:var(--muted);font-weight:400}
h3{font-size:.95rem;font-weight:650;margin:1.5rem 0 .5rem}
h4{font-size:.75rem;font-weight:600;color:var(--muted);text-transform:uppercase;letter-spacing:.05em;margin:1rem 0 .35rem}
p{margin:.35rem 0}
a{color:var(--info)}
:focus-visible{outline:2px solid var(--info);outline-offset:2px;border-radius:4px}
.muted{color:var(--muted)}
.small{font-size:.875rem}
.meta{display:flex;flex-wrap:wrap;gap:.15rem 1.25rem;color:var(--muted);font-size:.9rem}
.passed{color:var(--good)}.failed,.errored{color:var(--bad)}.inconclusive,.flaky{color:var(--warn)}.skipped{color:var(--muted)}
.skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:1rem;background:var(--panel);padding:.5rem 1rem;z-index:2}
.panel{position:relative;background:var(--panel);border:1px solid var(--line);border-radius:10px}
.tag{display:inline-block;font-size:.75rem;font-weight:600;border-radius:5px;padding:.1rem .5rem;background:var(--soft);color:var(--muted);white-space:nowrap}
.tag.error{background:var(--bad-bg);color:var(--bad)}.tag.warning{background:var(--warn-bg);color:var(--warn)}.tag.good{background:var(--good-bg);color:var(--good)}.tag.info{background:var(--info-bg);color:var(--info)}
code,pre{font-family:var(--mono);font-size:.84rem}
pre{margin:0;padding:.75rem 1rem;background:var(--soft);border-radius:8px;white-space:pre-wrap;overflow-wrap:anywhere;max-height:28rem;overflow:auto;line-height:1.5}
mark{background:var(--mark);color:inherit;border-radius:3px;padding:0 .1em}
button,.button,select,input:where(:not([type=checkbox],[type=radio])),textarea{font:inherit;font-size:.9rem;color:var(--text);background:var(--panel);border:1px solid var(--edge);border-radius:7px;padding:.35rem .7rem;min-height:2.2rem}
button,.button{cursor:pointer}button:hover,.button:hover{background:var(--soft)}.button{display:inline-block;text-decoration:none}
.primary{background:var(--info);border-color:var(--info);color:var(--panel);font-weight:600}.primary:hover{background:var(--info);filter:brightness(1.08)}
.actions{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center}
table{border-collapse:collapse;width:100%;font-size:.88rem}
caption{text-align:left;color:var(--muted);padding:0 0 .6rem;font-size:.9rem}
th,td{overflow-wrap:break-word;text-align:left;padding:.45rem .75rem;border-bottom:1px solid var(--line);vertical-align:baseline}
tr:last-child>*{border-bottom:0}
thead th{font-size:.78rem;font-weight:600;color:var(--muted);white-space:nowrap}
tbody th{font-weight:500}
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
td.cell,td.date{white-space:nowrap;font-variant-numeric:tabular-nums}
.method{display:inline-block;min-width:4.9em;color:var(--muted);font-size:.78rem;font-weight:600}
ul.plain{margin:.25rem 0;padding-left:1.2rem}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
`;

/** Styles of a page for reading, on screen and paper. */
export const STYLE: string = `${BASE_STYLE}html{scroll-behavior:smooth;scroll-padding-top:4rem}
@media (prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
.wide{max-width:76rem;margin:0 auto;padding:0 1.5rem}
header.wide{padding-top:2.5rem;padding-bottom:1.5rem}
nav{position:sticky;top:0;z-index:1;background:var(--bg);border-bottom:1px solid var(--line)}
nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1.5rem;list-style:none;padding-top:.75rem;padding-bottom:.75rem}
nav a{color:var(--muted);text-decoration:none;font-size:.9rem}
nav a:hover{color:var(--text)}
section{padding:2rem 0;border-bottom:1px solid var(--line)}
section:last-of-type{border:0}
.scroll{overflow-x:auto;border-radius:10px}
footer{padding:1.5rem 0 3rem;color:var(--muted);font-size:.85rem}
@media (max-width:40rem){th,td{padding:.45rem .5rem}.wide{padding:0 1rem}}
@media print{:root{color-scheme:light;--bg:#fff;--panel:#fff;--text:#000;--muted:#444;--line:#bbb;--edge:#777;--soft:#f4f4f4;--good:#116329;--bad:#a40e0e;--warn:#6b4500;--info:#0a4a94;
--good-bg:#fff;--bad-bg:#fff;--warn-bg:#fff;--info-bg:#fff;--mark:#ffe69c}body{font-size:10pt}nav,.skip{display:none}section{padding:1rem 0}
pre{max-height:none}.scroll{overflow:visible}a{color:inherit}thead{display:table-header-group}tr{break-inside:avoid}}
`;
