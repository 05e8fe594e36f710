//===-- SampleReport.h - a report for the tests of its reader ----*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// What perf 6.1 prints for a made recording of a small C program: see tests/evidence/README.md,
// golden/made-demo.perf61.txt.
//
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_TESTS_UNIT_EVIDENCE_SAMPLEREPORT_H
#define CACHELINT_TESTS_UNIT_EVIDENCE_SAMPLEREPORT_H

namespace cachelint::evidence {

inline constexpr char SampleReport[] = R"report(=================================================
            Trace Event Information              
=================================================
  Total records                     :        210
  Locked Load/Store Operations      :          0
  Load Operations                   :        130
  Loads - uncacheable               :          0
  Loads - IO                        :          0
  Loads - Miss                      :          0
  Loads - no mapping                :          0
  Load Fill Buffer Hit              :         10
  Load L1D hit                      :         10
  Load L2D hit                      :          0
  Load LLC hit                      :         50
  Load Local HITM                   :         50
  Load Remote HITM                  :         40
  Load Remote HIT                   :         10
  Load Local DRAM                   :         10
  Load Remote DRAM                  :         50
  Load MESI State Exclusive         :         40
  Load MESI State Shared            :         20
  Load LLC Misses                   :        110
  Load access blocked by data       :          0
  Load access blocked by address    :          0
  Load HIT Local Peer               :          0
  Load HIT Remote Peer              :          0
  LLC Misses to Local DRAM          :        9.1%
  LLC Misses to Remote DRAM         :       45.5%
  LLC Misses to Remote cache (HIT)  :        9.1%
  LLC Misses to Remote cache (HITM) :       36.4%
  Store Operations                  :         80
  Store - uncacheable               :          0
  Store - no mapping                :          0
  Store L1D Hit                     :         40
  Store L1D Miss                    :         20
  Store No available memory level   :         20
  No Page Map Rejects               :          0
  Unable to parse data source       :          0

=================================================
    Global Shared Cache Line Event Information   
=================================================
  Total Shared Cache Lines          :          3
  Load HITs on shared lines         :        130
  Fill Buffer Hits on shared lines  :         10
  L1D hits on shared lines          :         10
  L2D hits on shared lines          :          0
  LLC hits on shared lines          :         50
  Load hits on peer cache or nodes  :          0
  Locked Access on shared lines     :          0
  Blocked Access on shared lines    :          0
  Store HITs on shared lines        :         70
  Store L1D hits on shared lines    :         30
  Store No available memory level   :         20
  Total Merged records              :        160

=================================================
                 c2c details                     
=================================================
  Events                            : cpu/mem-loads,ldlat=30/P
                                    : cpu/mem-stores/P
  Cachelines sort on                : Total HITMs
  Cacheline data grouping           : offset,iaddr

=================================================
           Shared Data Cache Line Table          
=================================================
#
#        ----------- Cacheline ----------      Tot  ------- Load Hitm -------    Total    Total    Total  --------- Stores --------  ----- Core Load Hit -----  - LLC Load Hit --  - RMT Load Hit --  --- Load Dram ----
# Index             Address  Node  PA cnt     Hitm    Total  LclHitm  RmtHitm  records    Loads   Stores    L1Hit   L1Miss      N/A       FB       L1       L2    LclHit  LclHitm    RmtHit  RmtHitm       Lcl       Rmt
# .....  ..................  ....  ......  .......  .......  .......  .......  .......  .......  .......  .......  .......  .......  .......  .......  .......  ........  .......  ........  .......  ........  ........
#
      0            0x404180     0      40   66.67%       60       30       30      200      140       60       20       20       20       10       10        0         0       30        10       30        10        40
      1           0x1c3e2c0     0       1   22.22%       20       10       10       40       30       10       10        0        0        0        0        0         0       10         0       10         0        10
      2            0x404080     0       1   11.11%       10       10        0       10       10        0        0        0        0        0        0        0         0       10         0        0         0         0

=================================================
      Shared Cache Line Distribution Pareto      
=================================================
#
#        ----- HITM -----  ------- Store Refs ------  --------- Data address ---------                      ---------- cycles ----------    Total       cpu              Shared                   
#   Num  RmtHitm  LclHitm   L1 Hit  L1 Miss      N/A              Offset  Node  PA cnt        Code address  rmt hitm  lcl hitm      load  records       cnt      Symbol  Object  Source:Line  Node
# .....  .......  .......  .......  .......  .......  ..................  ....  ......  ..................  ........  ........  ........  .......  ........  ..........  ......  ...........  ....
#
  ----------------------------------------------------------------------
      0       30       30       20       20       20            0x404180
  ----------------------------------------------------------------------
          33.33%   33.33%    0.00%    0.00%    0.00%                 0x0     0       1            0x401174       310       354       253       80         1  [.] reader  fsdemo  fsdemo.c:33   0
          33.33%   33.33%   50.00%   50.00%   50.00%                 0x8     0       1            0x4011c2       317       360         0       60         1  [.] writer  fsdemo  fsdemo.c:39   1
           0.00%    0.00%   50.00%   50.00%   50.00%                0x14     0       1            0x4011cb         0         0         0       30         1  [.] writer  fsdemo  fsdemo.c:40   1
          33.33%   33.33%    0.00%    0.00%    0.00%                0x18     0       1            0x401180       292       256         0       30         1  [.] reader  fsdemo  fsdemo.c:33   0

  ----------------------------------------------------------------------
      1       10       10       10        0        0           0x1c3e2c0
  ----------------------------------------------------------------------
         100.00%  100.00%  100.00%    0.00%    0.00%                 0x0     0       1            0x4011eb       374       336         0       40         2  [.] writer  fsdemo  fsdemo.c:42   0  1

  ----------------------------------------------------------------------
      2        0       10        0        0        0            0x404080
  ----------------------------------------------------------------------
           0.00%  100.00%    0.00%    0.00%    0.00%                 0x0     0       1            0x401186         0       226         0       10         1  [.] reader  fsdemo  fsdemo.c:33   0
)report";

} // namespace cachelint::evidence

#endif
