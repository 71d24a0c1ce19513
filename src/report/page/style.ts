import { STYLE } from '../../look/index.ts';

/** The style sheet of the HTML report. */
export const PAGE_STYLE: string = `${STYLE}
.outcome{display:inline-flex;align-items:center;gap:.5rem;font-weight:600;border-radius:999px;padding:.3rem .9rem;margin:0 0 1rem}
.outcome.passed{background:var(--good-bg)}.outcome.failed,.outcome.unreachable,.outcome.defect{background:var(--bad-bg);color:var(--bad)}
.outcome.interrupted{background:var(--warn-bg);color:var(--warn)}
.bar{display:block;width:100%;height:10px;border-radius:5px;overflow:hidden;background:var(--soft);margin:0 0 1rem}
.bar .passed{fill:var(--good)}.bar .failed,.bar .errored{fill:var(--bad)}.bar .inconclusive{fill:var(--warn)}.bar .skipped{fill:var(--line)}
.tiles{display:grid;grid-template-columns:repeat(4,1fr);gap:.75rem;margin:0}
.tiles div{padding:.75rem 1rem}
.tiles dt{font-size:.8rem;color:var(--muted)}
.tiles dd{margin:0;font-size:1.6rem;font-weight:600;font-variant-numeric:tabular-nums;line-height:1.2}
.tiles .zero dd{color:var(--muted);font-weight:400}
.filters{display:flex;flex-wrap:wrap;gap:.5rem 1.25rem;border:0;margin:0 0 1rem;padding:0;font-size:.9rem}
.filters legend{float:left;margin-right:1rem;padding:0;color:var(--muted)}
.filters label{display:inline-flex;gap:.4rem;align-items:center;cursor:pointer}
body:has(#show-error:not(:checked)) .finding.error,body:has(#show-warning:not(:checked)) .finding.warning,body:has(#show-info:not(:checked)) .finding.info{display:none}
.finding{margin:0 0 .5rem;overflow:hidden}
.finding>summary{display:grid;grid-template-columns:5.25rem 1fr auto;gap:.1rem .9rem;padding:.75rem 1rem;cursor:pointer;list-style:none;align-items:baseline}
.finding>summary::-webkit-details-marker{display:none}
.finding>summary:hover{background:var(--soft)}
.finding .what{grid-column:2}
.finding .times{grid-column:3;grid-row:1;color:var(--muted);font-size:.85rem;white-space:nowrap}
.finding .times::after{content:"▸";margin-left:.6rem;display:inline-block}
.finding[open]>summary .times::after{transform:rotate(90deg)}
.following>summary{padding:.5rem 0;cursor:pointer}.known>summary{padding:.75rem 1rem;font-weight:600}
[hidden]{display:none!important}
.tools{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,9.5rem),1fr));gap:.6rem;margin:0 0 .75rem}
.tools label{display:grid;gap:.15rem;font-size:.8rem;color:var(--muted);min-width:0}.tools select,.tools input{width:100%}
.tools .search{grid-column:1/-1}
.acts{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:center;margin:0 0 1rem;font-size:.9rem}
.head{display:flex;justify-content:space-between;align-items:end;gap:1rem}
.head button{min-height:0;padding:.1rem .6rem;font-size:.8rem;margin:.6rem 0 .35rem}
.source{white-space:pre;overflow-x:auto}.source.cut{white-space:pre-wrap}.source .no{color:var(--muted);user-select:none}
.cases details{border-bottom:1px solid var(--line)}.cases details:last-child{border:0}
.cases summary{padding:.5rem 1rem;cursor:pointer}
.cases ul{list-style:none;margin:0;padding:0 1rem .75rem;font-size:.88rem}.cases li{padding:.35rem 0;border-top:1px solid var(--line)}
.cases .steps{color:var(--muted);font-family:var(--mono);font-size:.78rem}
.cell a{display:inline-block;position:relative;color:inherit}
body:has(#case-passed:not(:checked)) li.passed,body:has(#case-failed:not(:checked)) li.failed,body:has(#case-errored:not(:checked)) li.errored,body:has(#case-inconclusive:not(:checked)) li.inconclusive,body:has(#case-skipped:not(:checked)) li.skipped{display:none}
.cases li.passed,.cases li.failed,.cases li.errored,.cases li.inconclusive,.cases li.skipped{color:var(--text)}
.finding .body{padding:.25rem 1rem 1.25rem;border-top:1px solid var(--line)}
.facts{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1.25rem;margin:.75rem 0;font-size:.9rem}
.facts dt{color:var(--muted)}.facts dd{margin:0;min-width:0}
pre.curl{user-select:all}
.messages{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,26rem),1fr));gap:0 1rem}
.messages>div{min-width:0}
progress{width:7rem;height:8px;appearance:none;border:0;border-radius:4px;overflow:hidden;background:var(--soft);vertical-align:middle}
progress::-webkit-progress-bar{background:var(--soft)}
progress::-webkit-progress-value{background:var(--good)}
progress::-moz-progress-bar{background:var(--good)}
.chip{display:inline-block;border:1px solid var(--line);border-radius:5px;padding:0 .4rem;margin:0 .25rem .15rem 0;font-size:.8rem;font-variant-numeric:tabular-nums}
.chip.unseen{color:var(--muted);border-style:dashed}.chip.undocumented{color:var(--bad);border-color:currentColor}
.late{color:var(--bad);font-weight:600}.soon{color:var(--warn);font-weight:600}
@media (max-width:26rem){progress{display:none}td.n,th.n{white-space:normal}}
@media (max-width:40rem){progress{width:4rem}.tiles{grid-template-columns:repeat(2,1fr)}.finding>summary{grid-template-columns:auto 1fr auto}.finding .what{grid-column:1/-1}.facts{grid-template-columns:1fr}.facts dt{margin-top:.4rem}}
@media print{.filters,.tools,.acts,.head button{display:none}.finding{break-inside:avoid-page}.finding::details-content,.known::details-content{content-visibility:visible;display:block}.times::after{display:none!important}}
`;
