import { BASE_STYLE } from '../look/index.ts';

/** The style sheet of the console, which the build writes to a file. Columns: menu, list, detail; a small screen shows one of them. */
export const CONSOLE_STYLE: string = `${BASE_STYLE}
html,body,#console{height:100%}
h2,p,td,th,dd,dt,li,a,code,strong,summary,span{unicode-bidi:isolate}
body{font-size:15px}
h2{font-size:1.05rem;margin:0}h3{margin:1.25rem 0 .4rem}h4{text-transform:none;letter-spacing:normal;overflow-wrap:anywhere}
button,.button,select,input:where(:not([type=checkbox],[type=radio])),textarea{font-size:.86rem;min-height:2rem;padding:.25rem .6rem;max-width:100%}
button.plain{background:none;border-color:transparent;color:var(--muted)}button.plain:hover{color:var(--text);background:var(--soft)}
button.danger{color:var(--bad);border-color:var(--bad)}
button[aria-busy=true]{opacity:.6}button:disabled{opacity:.5;cursor:default}
.primary{color:var(--panel)}
.shell{display:grid;grid-template:auto minmax(0,1fr)/13rem minmax(0,1fr);grid-template-areas:"top top" "pages main";height:100%}
.top{grid-area:top;display:flex;align-items:center;gap:.5rem 1rem;padding:.5rem 1rem;border-bottom:1px solid var(--line);background:var(--panel)}
.brand{flex:1;min-width:0;margin:0;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.world{display:flex;align-items:center;gap:.5rem;font-size:.86rem;color:var(--muted);min-width:0}.world select{max-width:12rem}
.pages{grid-area:pages;padding:.75rem .5rem;border-right:1px solid var(--line);overflow:auto}
.pages ul{list-style:none;margin:0;padding:0;display:flex;flex-direction:column;gap:.1rem}
.pages a{display:flex;justify-content:space-between;gap:.5rem;padding:.35rem .65rem;border-radius:7px;color:var(--muted);text-decoration:none}
.pages a:hover{background:var(--soft);color:var(--text)}
.pages a[aria-current]{background:var(--info-bg);color:var(--info);font-weight:600}
main{grid-area:main;display:flex;flex-direction:column;min-width:0;min-height:0}
main>h1:focus{outline:none}.detail h2:focus{outline:none}
.notice{margin:0;padding:.5rem 1rem;background:var(--warn-bg);color:var(--warn);font-size:.9rem}
.page{overflow:auto;padding:1.25rem 1.5rem 3rem;flex:1;min-height:0;position:relative}
.page>*{max-width:72rem}
.page.narrow>*{max-width:30rem}
.split{flex:1;min-height:0;display:grid;grid-template-columns:minmax(0,1fr)}
.list,.detail{min-width:0;min-height:0;display:flex;flex-direction:column}
.detail{display:block;position:relative;overflow:auto;padding:1rem 1.25rem 3rem;border-left:1px solid var(--line);background:var(--bg)}
.detail>*{max-width:64rem}
@media (min-width:70rem){.split.has-detail{grid-template-columns:minmax(0,5fr) minmax(0,6fr)}.has-detail .wide-only{display:none}}
@media (min-width:110rem){.c-why{width:30%}.split.has-detail .wide-only{display:table-cell}.split.has-detail{grid-template-columns:minmax(0,1fr) minmax(0,1fr)}}
@media (max-width:69.99rem){.split.has-detail>.list{display:none}.detail{border:0}}
.toolbar{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center;padding:.65rem 1rem;border-bottom:1px solid var(--line)}
.toolbar input[type=search]{flex:1 1 12rem;min-width:0}.toolbar>.actions{margin-left:auto}
.toolbar .check,.switch{display:inline-flex;gap:.4rem;align-items:center;font-size:.86rem}
.crumbs{padding:.65rem 1rem 0;font-size:.86rem;color:var(--muted)}
.rows{flex:1;min-height:0;overflow:auto;position:relative}
.rows table{table-layout:fixed;font-size:.86rem}
.rows thead th{position:sticky;top:0;z-index:1;background:var(--bg);height:32px;padding-top:0;padding-bottom:0;vertical-align:middle;box-shadow:inset 0 -1px var(--line);border:0}
.rows tbody tr{height:36px}
.rows td{height:36px;padding-top:0;padding-bottom:0;vertical-align:middle;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.rows td.spacer{padding:0;border:0}
.rows tr{position:relative}
.rows tbody tr:hover{background:var(--soft)}.rows tr.opened{background:var(--info-bg)}
.row-link{color:inherit;text-decoration:none}.row-link::after{content:"";position:absolute;inset:0}
.row-link:focus-visible{outline:none}.row-link:focus-visible::after{outline:2px solid var(--info);outline-offset:-2px;border-radius:4px}
.row-link .path{font-family:var(--mono);font-size:.8rem}
.method{min-width:4.4em;margin-right:.5em;font-family:var(--mono)}
.c-status{width:4.6rem}.c-time{width:5.6rem;font-variant-numeric:tabular-nums}.c-ms{width:4rem;text-align:right!important;font-variant-numeric:tabular-nums}
.c-origin{width:8rem}.c-world{width:7rem}.c-operation{width:20%}.c-why{width:22%}.c-address{width:11rem}.c-count,.c-role{width:8rem}.c-parent{width:11rem}.c-resource{width:16rem}.c-days{width:9rem}
.row-link code,.c-address .row-link{font-family:var(--mono);font-size:.82rem}
button.sort{background:none;border:0;padding:.1rem .25rem;margin-left:-.25rem;min-height:1.6rem;font-size:.78rem;font-weight:600;color:var(--muted);max-width:100%;overflow:hidden;text-overflow:ellipsis}
button.sort:hover{color:var(--text)}
.pager{display:flex;flex-wrap:wrap;justify-content:space-between;align-items:center;gap:.5rem;padding:.5rem 1rem;border-top:1px solid var(--line);font-size:.86rem;color:var(--muted)}
.notice-line{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem 1rem;padding:.4rem 1rem;background:var(--warn-bg);color:var(--warn);font-size:.86rem}
.empty{flex:1;padding:3rem 1.5rem;text-align:center;color:var(--muted)}.pad{padding:1rem 1.25rem}
.detail-head{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem .75rem;margin-bottom:.5rem}
.detail-head h2{flex:1 1 14rem;min-width:0;font-family:var(--mono);font-size:.92rem}
.back{text-decoration:none;font-size:1.1rem;line-height:2rem;min-width:2rem;text-align:center;border-radius:7px}.back:hover{background:var(--soft)}
.meta{font-size:.84rem;align-items:center}
.faults{list-style:none;margin:.9rem 0;padding:.75rem 1rem;border:1px solid var(--bad);border-radius:8px;background:var(--bad-bg)}
.faults li+li{margin-top:.75rem;padding-top:.75rem;border-top:1px solid var(--line)}.faults p{margin:0 0 .35rem}
.place{margin:.35rem 0 0}.place figcaption{font-size:.8rem;color:var(--muted);font-family:var(--mono)}
.place pre{padding:.4rem .6rem;white-space:pre;background:var(--panel)}.place .number{color:var(--muted)}.place pre>span{display:block;min-width:max-content}.place .here{background:var(--mark)}.place .here .number,mark>[class]{color:inherit}
details{margin:.5rem 0}summary{cursor:pointer;color:var(--muted);font-size:.86rem;padding:.2rem 0}
.fields{margin:.35rem 0;font-size:.82rem}.fields div{display:grid;grid-template-columns:minmax(7rem,14rem) minmax(0,1fr);gap:.75rem;padding:.25rem 0;border-top:1px solid var(--line)}
.fields dt{color:var(--muted);font-family:var(--mono)}.fields dd{margin:0;font-family:var(--mono);overflow-wrap:anywhere}
.json{max-height:32rem;background:var(--soft)}
.j-name{color:var(--info)}.j-string{color:var(--good)}.j-number{color:var(--warn)}.j-word{color:var(--bad)}.j-why{color:var(--bad);font-family:system-ui,sans-serif;font-size:.8rem}
.editor{border:1px solid var(--edge);border-radius:8px;overflow:hidden;margin:.5rem 0}
.plain-editor{width:100%;font-family:var(--mono);font-size:.84rem;margin:.5rem 0}
.field{display:grid;gap:.2rem;font-size:.84rem;color:var(--muted);margin:.5rem 0}.field input,.field select,.field textarea{width:100%;color:var(--text)}
.links{list-style:none;padding:0;margin:0;font-size:.88rem}.links li{padding:.3rem 0;border-top:1px solid var(--line)}
.messages{position:fixed;right:1rem;bottom:1rem;left:1rem;display:flex;justify-content:center;pointer-events:none;z-index:3}
.message{pointer-events:auto;display:flex;gap:.75rem;align-items:center;max-width:44rem;padding:.5rem .5rem .5rem 1rem;border-radius:10px;background:var(--panel);border:1px solid var(--edge);box-shadow:0 4px 20px #0003}
.message.error{border-color:var(--bad);color:var(--bad)}
dialog{color:var(--text);background:var(--panel);border:1px solid var(--edge);border-radius:12px;padding:1.25rem 1.5rem;max-width:min(30rem,90vw)}dialog::backdrop{background:#0006}
.keys div{display:flex;gap:1rem;padding:.3rem 0}.keys dt{min-width:5rem}.keys dd{margin:0}
kbd{font-family:var(--mono);font-size:.8rem;border:1px solid var(--edge);border-radius:5px;padding:.1rem .4rem}
dialog .actions{justify-content:flex-end;margin-top:1rem}
.page>section{margin-bottom:2rem}.page h2{margin-bottom:.6rem}.page section>.actions>h2{margin:0}
.page form.actions{margin:.75rem 0}.now{font-size:1.25rem;font-variant-numeric:tabular-nums}
.presets{list-style:none;padding:0;margin:.75rem 0;display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,21rem),1fr));gap:.5rem 1.5rem}
.presets li{display:grid;grid-template-columns:9.5rem minmax(0,1fr);gap:.75rem;align-items:center}.presets .asked{outline:2px solid var(--info);outline-offset:4px;border-radius:7px}
.cards{list-style:none;padding:0;margin:.75rem 0;display:grid;gap:.5rem}.card{padding:.6rem .9rem}.card.off .card-text{opacity:.75}
.card-head{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:center}.card-text{flex:1 1 14rem;min-width:0}
.card details{margin:0}.card summary{color:inherit;font-size:.92rem}
.try{padding:.75rem 1rem 1rem;margin:1rem 0}.try h3{margin:0;flex:1;white-space:nowrap}.answer{margin-top:1rem;border-top:1px solid var(--line);padding-top:.75rem}.picture{max-width:100%;max-height:20rem;background:var(--panel);border:1px solid var(--line);border-radius:8px}
.mono{font-family:var(--mono)!important;font-size:.82rem!important}
.part{border-top:1px solid var(--line);margin:0;padding:.25rem 0}.part>summary{color:var(--text);font-weight:600;font-size:.9rem;padding:.3rem 0}
.prose{white-space:pre-line;max-width:46rem}.required{color:var(--bad);font-size:.8rem}
.members{list-style:none;margin:.2rem 0 .2rem .25rem;padding-left:.9rem;border-left:1px solid var(--line);font-size:.88rem}.members.flat{border:0;padding:0;margin:0}
.members li{padding:.2rem 0}.members details{margin:0}.members p{margin:.1rem 0}
.drop{display:grid;gap:.75rem;justify-items:start;border:2px dashed var(--edge);border-radius:10px;padding:1.5rem}.drop.over{background:var(--info-bg);border-color:var(--info)}
.changes,.called{list-style:none;padding:0;margin:.4rem 0;font-size:.88rem}.changes li{padding:.2rem 0}
.called li{display:flex;flex-wrap:wrap;justify-content:space-between;gap:.25rem 1rem;padding:.3rem 0;border-top:1px solid var(--line)}.called a{color:inherit;text-decoration:none;font-family:var(--mono);font-size:.82rem}.called a:hover{text-decoration:underline}
progress{width:100%;max-width:30rem;height:.6rem;accent-color:var(--good)}
.page table .actions{justify-content:flex-end;flex-wrap:nowrap}.page tr.opened{background:var(--info-bg)}
@media (max-width:45rem){
.shell{grid-template:auto auto minmax(0,1fr)/minmax(0,1fr);grid-template-areas:"top" "pages" "main"}
.top{padding:.4rem .75rem}.world select{max-width:7.5rem}
.pages{padding:.35rem .5rem;border-right:0;border-bottom:1px solid var(--line)}.pages ul{flex-direction:row;flex-wrap:wrap}.pages a{padding:.15rem .55rem;font-size:.86rem;line-height:1.5rem}
.page,.detail{padding:.9rem .9rem 3rem}.toolbar{padding:.5rem .75rem}.toolbar>.actions{margin-left:0}
.wide-only{display:none}th,td{padding-left:.6rem;padding-right:.6rem}.c-address{width:40%}.c-resource{width:60%}
.c-time{width:5.5rem}.c-status{width:4.2rem}.method{min-width:3.7em}
}
.presets.whole li{grid-template-columns:minmax(0,1fr);gap:.35rem}
@media (forced-colors:active){.primary,.button{background:ButtonFace;color:ButtonText;border-color:ButtonText}.pages a[aria-current],.rows tr.opened{outline:2px solid Highlight;outline-offset:-2px}mark{background:Mark;color:MarkText}}
@media (prefers-reduced-motion:reduce){*{transition:none!important;animation:none!important}}
`;
